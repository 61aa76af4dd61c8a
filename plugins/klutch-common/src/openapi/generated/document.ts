// Generated from openapi.yaml by `yarn openapi`. Do not edit.

export const openapiDocument = {
  "openapi": "3.1.0",
  "info": {
    "title": "Klutch portal",
    "version": "1",
    "description": "REST API of the Klutch portal. Lists come from a live index; details, writes and credentials go to the clusters with the identity of the signed-in user.",
    "license": {
      "name": "Apache-2.0",
      "url": "https://www.apache.org/licenses/LICENSE-2.0"
    }
  },
  "servers": [
    {
      "url": "/"
    }
  ],
  "tags": [
    {
      "name": "developers"
    },
    {
      "name": "platform"
    }
  ],
  "paths": {
    "/me": {
      "get": {
        "operationId": "getMe",
        "tags": [
          "developers"
        ],
        "summary": "The user's identity on the clusters, and the user's permissions in the portal",
        "responses": {
          "200": {
            "description": "The signed-in user",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Me"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/services": {
      "get": {
        "operationId": "listServices",
        "tags": [
          "developers"
        ],
        "summary": "Data services that are offered or bound",
        "responses": {
          "200": {
            "description": "Services, by title",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "controlPlane"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Service"
                      }
                    },
                    "controlPlane": {
                      "$ref": "#/components/schemas/Reachability"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/service-access": {
      "get": {
        "operationId": "listServiceAccess",
        "tags": [
          "developers"
        ],
        "summary": "Where the user may create instances",
        "description": "Apart from the services, because the first answer asks the app clusters, and pages show services without it",
        "responses": {
          "200": {
            "description": "An item for each service that the user may see",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ServiceAccess"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/services/{resource}": {
      "get": {
        "operationId": "getService",
        "tags": [
          "developers"
        ],
        "summary": "One service with plans, versions and schema",
        "parameters": [
          {
            "$ref": "#/components/parameters/resource"
          }
        ],
        "responses": {
          "200": {
            "description": "The service",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ServiceDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/services/{resource}/requests": {
      "post": {
        "operationId": "requestService",
        "tags": [
          "developers"
        ],
        "summary": "Ask operators to bind a service to an app cluster; replaces an earlier request of the same user for both",
        "parameters": [
          {
            "name": "resource",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "cluster"
                ],
                "additionalProperties": false,
                "properties": {
                  "cluster": {
                    "type": "string"
                  },
                  "note": {
                    "type": "string",
                    "maxLength": 1000,
                    "description": "What it is for"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "Operators see the request"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/service-requests": {
      "get": {
        "operationId": "listOwnServiceRequests",
        "tags": [
          "developers"
        ],
        "summary": "The user's own requests for services with their answers, newest first; answered ones for 90 days",
        "responses": {
          "200": {
            "description": "Requests of the user who asks, and of nobody else",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/OwnServiceRequest"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/service-requests/{id}": {
      "delete": {
        "operationId": "withdrawServiceRequest",
        "tags": [
          "developers"
        ],
        "summary": "Remove a request of one's own, answered or not; no error if there is none",
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "204": {
            "description": "The user has no such request any more"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/app-clusters": {
      "get": {
        "operationId": "listAppClusters",
        "tags": [
          "developers"
        ],
        "summary": "App clusters where services can be ordered",
        "responses": {
          "200": {
            "description": "App clusters, by title",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/AppCluster"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/app-clusters/{cluster}/namespaces": {
      "get": {
        "operationId": "listNamespaces",
        "tags": [
          "developers"
        ],
        "summary": "Namespaces of an app cluster, and whether the user may order the service there",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          },
          {
            "name": "resource",
            "in": "query",
            "required": true,
            "description": "The service, `<plural>.<group>`",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Namespaces, writable namespaces first",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Namespace"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/changes": {
      "get": {
        "operationId": "getChanges",
        "tags": [
          "developers"
        ],
        "summary": "The version of all that pages show, to find out whether signals were missed",
        "responses": {
          "200": {
            "description": "The version; another one than before means that something may have changed",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "version"
                  ],
                  "properties": {
                    "version": {
                      "type": "string"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims": {
      "get": {
        "operationId": "listClaims",
        "tags": [
          "developers"
        ],
        "summary": "Service instances, service bindings, backups and restores that the user may see",
        "parameters": [
          {
            "name": "type",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/ClaimType"
            }
          },
          {
            "name": "cluster",
            "in": "query",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "namespace",
            "in": "query",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "instance",
            "in": "query",
            "description": "Only claims that refer to the instance of this name (bindings, backups and, through their backup, restores)",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "instanceResource",
            "in": "query",
            "description": "With `instance`: only claims about an instance of this API, `<plural>.<group>`",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "withoutInstance",
            "in": "query",
            "description": "Only claims whose instance does not exist, such as backups of a deleted instance",
            "schema": {
              "type": "boolean",
              "default": false
            }
          },
          {
            "name": "resource",
            "in": "query",
            "description": "Only claims of this API, `<plural>.<group>`",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "state",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/ClaimState"
            }
          },
          {
            "name": "owner",
            "in": "query",
            "description": "Entity ref of the owner",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "component",
            "in": "query",
            "description": "Only instances that this catalog component uses, by its entity ref",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "name",
            "in": "query",
            "description": "Only claims of this name",
            "schema": {
              "type": "string",
              "maxLength": 253
            }
          },
          {
            "name": "search",
            "in": "query",
            "description": "Words that occur in name, namespace, service, plan or owner",
            "schema": {
              "type": "string",
              "maxLength": 200
            }
          },
          {
            "name": "sort",
            "in": "query",
            "description": "Order of the rows; a minus sign reverses it. `state` begins with what needs attention.",
            "schema": {
              "type": "string",
              "default": "where",
              "enum": [
                "name",
                "-name",
                "service",
                "-service",
                "plan",
                "-plan",
                "where",
                "-where",
                "state",
                "-state",
                "lastBackup",
                "-lastBackup",
                "owner",
                "-owner",
                "created",
                "-created"
              ]
            }
          },
          {
            "name": "limit",
            "in": "query",
            "description": "Rows of a page",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 1000,
              "default": 500
            }
          },
          {
            "name": "cursor",
            "in": "query",
            "description": "`nextCursor` of the page before, with the same filters and order",
            "schema": {
              "type": "string",
              "maxLength": 2000
            }
          },
          {
            "name": "facets",
            "in": "query",
            "description": "Also count the values that can be filtered by",
            "schema": {
              "type": "boolean",
              "default": false
            }
          },
          {
            "name": "may",
            "in": "query",
            "description": "Also say what the user may do with each claim of the page",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "200": {
            "description": "One page of claims",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "total",
                    "clusters"
                  ],
                  "properties": {
                    "total": {
                      "type": "integer",
                      "description": "Number of rows on all pages"
                    },
                    "nextCursor": {
                      "type": "string",
                      "description": "Cursor of the next page; missing on the last one"
                    },
                    "facets": {
                      "$ref": "#/components/schemas/ClaimFacets"
                    },
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Claim"
                      }
                    },
                    "clusters": {
                      "type": "array",
                      "description": "Reachability of every app cluster that the query covers",
                      "items": {
                        "$ref": "#/components/schemas/AppCluster"
                      }
                    },
                    "complete": {
                      "type": "boolean",
                      "description": "False while rows may be missing because a cluster is unreachable or was just connected"
                    },
                    "forbidden": {
                      "type": "boolean",
                      "description": "Whether claims match the query, all in namespaces where the person may not list them"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "createClaim",
        "tags": [
          "developers"
        ],
        "summary": "Order a service instance, service binding, backup or restore",
        "parameters": [
          {
            "name": "dryRun",
            "in": "query",
            "description": "Only a dry run on the app cluster; nothing is written",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ClaimRequest"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The claim as the app cluster stored it (or would store it)",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClaimDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "get": {
        "operationId": "getClaim",
        "tags": [
          "developers"
        ],
        "summary": "One claim, from the live index if the user may read it there, otherwise read live as the user",
        "responses": {
          "200": {
            "description": "The claim",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClaimDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "patch": {
        "operationId": "updateClaim",
        "tags": [
          "developers"
        ],
        "summary": "Change the spec of a service instance, or the protection of a claim",
        "parameters": [
          {
            "name": "dryRun",
            "in": "query",
            "description": "Only a dry run on the app cluster; nothing is written",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ClaimChange"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The claim as the app cluster stored it (or would store it)",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ClaimDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "deleteClaim",
        "tags": [
          "developers"
        ],
        "summary": "Delete a claim together with its provider copy and the service instance behind it",
        "parameters": [
          {
            "name": "confirm",
            "in": "query",
            "required": true,
            "description": "The claim's name, as confirmation",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "uid",
            "in": "query",
            "description": "Its `metadata.uid`, so that a later claim of the same name is not deleted: then the response is 404",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "resourceVersion",
            "in": "query",
            "description": "Its `metadata.resourceVersion`, so that a claim that was changed since, also by its status, is not deleted: then the response is 409",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "204": {
            "description": "The deletion was started"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}/events": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "get": {
        "operationId": "listClaimEvents",
        "tags": [
          "developers"
        ],
        "summary": "Events about a claim, newest first, read live as the user",
        "responses": {
          "200": {
            "description": "The events",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "hidden"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Event"
                      }
                    },
                    "hidden": {
                      "type": "boolean",
                      "description": "The user may not list events in the namespace, so there are no items"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}/activity": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "get": {
        "operationId": "listClaimActivity",
        "tags": [
          "developers"
        ],
        "summary": "What people and other clients did to an instance and the claims that refer to it, newest first; of related claims only those that the user may list",
        "responses": {
          "200": {
            "description": "The activity",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "hidden"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Activity"
                      }
                    },
                    "hidden": {
                      "type": "boolean",
                      "description": "There is more, of related claims that the user may not see or that no longer exist"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}/trace": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "get": {
        "operationId": "traceClaim",
        "tags": [
          "developers"
        ],
        "summary": "The objects of a claim on both clusters, read live as the user, as far as the user may read them",
        "responses": {
          "200": {
            "description": "The objects",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Trace"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}/workloads": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "get": {
        "operationId": "listBindingWorkloads",
        "tags": [
          "developers"
        ],
        "summary": "Workloads that use the Secret of a service binding, read live as the user",
        "responses": {
          "200": {
            "description": "The workloads",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkloadList"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/claims/{cluster}/{namespace}/{resource}/{name}/reveal": {
      "parameters": [
        {
          "$ref": "#/components/parameters/cluster"
        },
        {
          "$ref": "#/components/parameters/namespace"
        },
        {
          "$ref": "#/components/parameters/resource"
        },
        {
          "$ref": "#/components/parameters/name"
        }
      ],
      "post": {
        "operationId": "revealCredentials",
        "tags": [
          "developers"
        ],
        "summary": "Credentials of a service binding, read live as the user, audited, never cached",
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RevealRequest"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The credentials",
            "headers": {
              "Cache-Control": {
                "schema": {
                  "type": "string",
                  "const": "no-store"
                }
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Credentials"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/apis": {
      "get": {
        "operationId": "listApis",
        "tags": [
          "platform"
        ],
        "summary": "APIs of the control plane cluster that can be offered",
        "responses": {
          "200": {
            "description": "APIs, by name",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "controlPlane"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Api"
                      }
                    },
                    "controlPlane": {
                      "$ref": "#/components/schemas/Reachability"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/apis/{resource}": {
      "get": {
        "operationId": "getApi",
        "tags": [
          "platform"
        ],
        "summary": "One API that can be offered, with the schemas of its versions",
        "parameters": [
          {
            "$ref": "#/components/parameters/resource"
          }
        ],
        "responses": {
          "200": {
            "description": "The API",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/export-template-previews": {
      "post": {
        "operationId": "previewExportTemplate",
        "tags": [
          "platform"
        ],
        "summary": "What an offer, or a change of one, would do; the control plane checks it as the user, nothing is written",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ExportTemplatePreviewRequest"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The effect; `refusal` says why the control plane would not accept it. A template that was changed since `resourceVersion` is a conflict (409).",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExportTemplatePreview"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/export-templates": {
      "get": {
        "operationId": "listExportTemplates",
        "tags": [
          "platform"
        ],
        "responses": {
          "200": {
            "description": "Export templates, by name",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "audienceRules"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ExportTemplate"
                      }
                    },
                    "audienceRules": {
                      "$ref": "#/components/schemas/AudienceRules"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "createExportTemplate",
        "tags": [
          "platform"
        ],
        "summary": "Offer an API, with the permission claims it needs",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ExportTemplateRequest"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The template",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExportTemplate"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/export-templates/{namespace}/{name}": {
      "get": {
        "operationId": "getExportTemplate",
        "tags": [
          "platform"
        ],
        "summary": "One export template as it is now, with its earlier revisions",
        "parameters": [
          {
            "$ref": "#/components/parameters/namespace"
          },
          {
            "$ref": "#/components/parameters/name"
          }
        ],
        "responses": {
          "200": {
            "description": "The template",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExportTemplateDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "updateExportTemplate",
        "tags": [
          "platform"
        ],
        "summary": "Change the permission claims of an offer, and who may bind it; exports follow the template",
        "parameters": [
          {
            "$ref": "#/components/parameters/namespace"
          },
          {
            "$ref": "#/components/parameters/name"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ExportTemplateUpdate"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The template",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExportTemplate"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "deleteExportTemplate",
        "tags": [
          "platform"
        ],
        "summary": "Withdraw an API; live exports stay, new bindings are not possible",
        "parameters": [
          {
            "$ref": "#/components/parameters/namespace"
          },
          {
            "$ref": "#/components/parameters/name"
          }
        ],
        "responses": {
          "204": {
            "description": "The API is no longer offered"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/export-templates/{namespace}/{name}/dependants": {
      "get": {
        "operationId": "listExportTemplateDependants",
        "tags": [
          "platform"
        ],
        "summary": "What depends on an export template, and whether the user may delete it",
        "parameters": [
          {
            "$ref": "#/components/parameters/namespace"
          },
          {
            "$ref": "#/components/parameters/name"
          }
        ],
        "responses": {
          "200": {
            "description": "The dependants",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ExportTemplateDependants"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/export-requests": {
      "get": {
        "operationId": "listExportRequests",
        "tags": [
          "platform"
        ],
        "responses": {
          "200": {
            "description": "Export requests, newest first",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ExportRequest"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/exports": {
      "get": {
        "operationId": "listExports",
        "tags": [
          "platform"
        ],
        "summary": "Exports of all app clusters, a page at a time",
        "parameters": [
          {
            "name": "cluster",
            "in": "query",
            "description": "Only exports to this app cluster, by its id",
            "schema": {
              "type": "string"
            }
          },
          {
            "name": "state",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/ExportState"
            }
          },
          {
            "name": "search",
            "in": "query",
            "description": "Words that occur in the name of the API, or in id or title of the app cluster",
            "schema": {
              "type": "string",
              "maxLength": 200
            }
          },
          {
            "name": "sort",
            "in": "query",
            "description": "Order of the rows; a minus sign reverses it. `state` begins with what needs attention.",
            "schema": {
              "type": "string",
              "default": "cluster",
              "enum": [
                "cluster",
                "-cluster",
                "name",
                "-name",
                "state",
                "-state",
                "created",
                "-created"
              ]
            }
          },
          {
            "$ref": "#/components/parameters/limit"
          },
          {
            "$ref": "#/components/parameters/offset"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of exports",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "total"
                  ],
                  "properties": {
                    "total": {
                      "type": "integer",
                      "description": "Number of rows on all pages"
                    },
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Export"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/control-plane-health": {
      "get": {
        "operationId": "getControlPlaneHealth",
        "tags": [
          "platform"
        ],
        "summary": "What is wrong on the control plane cluster, read live as the user",
        "responses": {
          "200": {
            "description": "The problems",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ControlPlaneHealth"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/trace": {
      "post": {
        "operationId": "traceForSupport",
        "tags": [
          "platform"
        ],
        "summary": "Where a claim of any tenant is on its way, for support; audited",
        "description": "Needs its own permission, and no right on the app cluster. What the portal watches is read by the portal itself; composites and composed resources are read live as the user. No value of a spec is in the response, and no Secret is read.",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SupportTraceRequest"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The claims that match, and the trace if it is a single one",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SupportTraceResult"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/control-plane/managed-resources": {
      "get": {
        "operationId": "listManagedResources",
        "tags": [
          "platform"
        ],
        "summary": "How many managed resources of each type are ready, read live as the user",
        "description": "A page of types, by provider and kind; each count is of at most 500 objects",
        "parameters": [
          {
            "name": "offset",
            "in": "query",
            "description": "Number of types to skip",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "default": 0
            }
          },
          {
            "name": "limit",
            "in": "query",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 50,
              "default": 20
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Types of managed resources",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "total"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ManagedResources"
                      }
                    },
                    "total": {
                      "type": "integer",
                      "description": "Number of all types"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/control-plane/package-updates": {
      "get": {
        "operationId": "listPackageUpdates",
        "tags": [
          "platform"
        ],
        "summary": "Installed packages of Crossplane, and which versions could replace them",
        "description": "Packages are read as the user; versions come from registries that the configuration allows, without credentials",
        "responses": {
          "200": {
            "description": "Packages, by type and name",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/PackageUpdate"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/set-up": {
      "get": {
        "operationId": "getSetUp",
        "tags": [
          "platform"
        ],
        "summary": "Checks the installation of the portal",
        "responses": {
          "200": {
            "description": "The checks, in a fixed order",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SetUp"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/service-requests": {
      "get": {
        "operationId": "listServiceRequests",
        "tags": [
          "platform"
        ],
        "summary": "Requests of users for services that their app clusters do not bind yet, oldest first",
        "parameters": [
          {
            "name": "answered",
            "in": "query",
            "description": "Also requests that were fulfilled or dismissed within the last 90 days, after the others, newest answers first",
            "schema": {
              "type": "boolean",
              "default": false
            }
          }
        ],
        "responses": {
          "200": {
            "description": "Requests that are open, or approved and not bound yet",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/OwnServiceRequest"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/service-requests/{id}": {
      "delete": {
        "operationId": "dismissServiceRequest",
        "tags": [
          "platform"
        ],
        "summary": "Dismiss a request; the user who asks sees it as dismissed, with the message",
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": false,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "message": {
                    "type": "string",
                    "maxLength": 1000,
                    "description": "To the user who asks"
                  },
                  "state": {
                    "type": "string",
                    "enum": [
                      "Open",
                      "Approved"
                    ],
                    "description": "The state that was read; 409 if it is another one by now"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The request is no longer open"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/service-requests/{id}/approval": {
      "post": {
        "operationId": "approveServiceRequest",
        "tags": [
          "platform"
        ],
        "summary": "Approve a request; the user who asks sees it as approved, with the message, until the service is bound",
        "parameters": [
          {
            "name": "id",
            "in": "path",
            "required": true,
            "schema": {
              "type": "string"
            }
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "message": {
                    "type": "string",
                    "maxLength": 1000,
                    "description": "To the user who asks"
                  },
                  "state": {
                    "type": "string",
                    "enum": [
                      "Open",
                      "Approved"
                    ],
                    "description": "The state that was read; 409 if it is another one by now"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The request is approved, unless it was answered before"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/access": {
      "get": {
        "operationId": "getPlatformAccess",
        "tags": [
          "platform"
        ],
        "summary": "Whether the user may add app clusters, by a dry run as the user",
        "responses": {
          "200": {
            "description": "The answers of the portal's permissions and the control plane",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PlatformAccess"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-cluster-summaries": {
      "get": {
        "operationId": "listAppClusterSummaries",
        "tags": [
          "platform"
        ],
        "summary": "App clusters in one line each, a page at a time",
        "parameters": [
          {
            "name": "search",
            "in": "query",
            "description": "Words that occur in id, title or konnector version",
            "schema": {
              "type": "string",
              "maxLength": 200
            }
          },
          {
            "name": "health",
            "in": "query",
            "schema": {
              "$ref": "#/components/schemas/AppClusterHealth"
            }
          },
          {
            "name": "sort",
            "in": "query",
            "description": "Order of the rows; a minus sign reverses it. `health` begins with what needs attention.",
            "schema": {
              "type": "string",
              "default": "name",
              "enum": [
                "name",
                "-name",
                "health",
                "-health",
                "konnector",
                "-konnector",
                "heartbeat",
                "-heartbeat",
                "apis",
                "-apis",
                "token",
                "-token"
              ]
            }
          },
          {
            "$ref": "#/components/parameters/limit"
          },
          {
            "$ref": "#/components/parameters/offset"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of app clusters",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items",
                    "total"
                  ],
                  "properties": {
                    "total": {
                      "type": "integer",
                      "description": "Number of rows on all pages"
                    },
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/AppClusterSummary"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters": {
      "get": {
        "operationId": "listPlatformAppClusters",
        "tags": [
          "platform"
        ],
        "responses": {
          "200": {
            "description": "App clusters with konnector, heartbeat and bindings",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/PlatformAppCluster"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "registerAppCluster",
        "tags": [
          "platform"
        ],
        "summary": "Register an app cluster with a kubeconfig of the portal's own user there",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/AppClusterRequest"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The app cluster",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PlatformAppCluster"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-cluster-invitations": {
      "post": {
        "operationId": "createJoinToken",
        "tags": [
          "platform"
        ],
        "summary": "Register an app cluster without a kubeconfig, and get the join command that connects it",
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/JoinTokenRequest"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The state of the join token, with the join command, which is returned here only",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewJoinToken"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-cluster-invitations/{cluster}": {
      "post": {
        "operationId": "replaceJoinToken",
        "tags": [
          "platform"
        ],
        "summary": "Get a join command that binds APIs to an app cluster without a kubeconfig. It replaces the previous one, whose join token is revoked",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/JoinTokenApis"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The state of the join token, with the join command, which is returned here only",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/NewJoinToken"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "get": {
        "operationId": "getJoinToken",
        "tags": [
          "platform"
        ],
        "summary": "The state of the newest join token of an app cluster",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "The state of the join token",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JoinToken"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "cancelJoinToken",
        "tags": [
          "platform"
        ],
        "summary": "Cancel the join command of an app cluster. The join token is revoked. An app cluster that has never been connected is also unregistered, and what was created for it on the control plane is deleted",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "204": {
            "description": "The join command is cancelled"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}": {
      "get": {
        "operationId": "getPlatformAppCluster",
        "tags": [
          "platform"
        ],
        "summary": "One app cluster with its konnector's history, token, bound APIs, what waits there, and its inventory",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "The app cluster",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AppClusterDetail"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/access": {
      "get": {
        "operationId": "getAppClusterAccess",
        "tags": [
          "platform"
        ],
        "summary": "What the user may do with an app cluster, by dry runs and access reviews as the user",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "The answers of the clusters",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/AppClusterAccess"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/certificates": {
      "get": {
        "operationId": "getAppClusterCertificates",
        "tags": [
          "platform"
        ],
        "summary": "When the certificate of the API server, and the portal's credentials there, end",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "What the server shows now; empty without a kubeconfig",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "findings"
                  ],
                  "properties": {
                    "findings": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/SetUpFinding"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/konnector": {
      "get": {
        "operationId": "getKonnectorManifest",
        "tags": [
          "platform"
        ],
        "summary": "The manifest of the konnector of the portal's version, for an installation or an upgrade",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "The manifest",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/KonnectorManifest"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/suspension": {
      "put": {
        "operationId": "suspendAppCluster",
        "tags": [
          "platform"
        ],
        "summary": "Suspend or resume all bindings of an app cluster whose kubeconfig is stored",
        "description": "While a binding is suspended, nothing is written or deleted on either cluster for its API. An API that is bound later is not suspended.",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "suspended"
                ],
                "additionalProperties": false,
                "properties": {
                  "suspended": {
                    "type": "boolean"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "All bindings are suspended, or resumed"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/kubeconfig": {
      "put": {
        "operationId": "setAppClusterKubeconfig",
        "tags": [
          "platform"
        ],
        "summary": "Store the kubeconfig of a registered app cluster; a kubeconfig that is already stored is replaced",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/KubeconfigRequest"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The app cluster",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/PlatformAppCluster"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/tokens": {
      "post": {
        "operationId": "rotateAppClusterToken",
        "tags": [
          "platform"
        ],
        "summary": "Give the konnector of an app cluster whose kubeconfig is stored a new token, and revoke all others. Changes wait some seconds",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "204": {
            "description": "The konnector has a new token"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "revokeAppClusterTokens",
        "tags": [
          "platform"
        ],
        "summary": "Revoke all tokens of an app cluster and its unused join token, for example after a leak. Bindings and data stay; the konnector gets a new token when an API is bound again, or through another join command",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "204": {
            "description": "The tokens are revoked; clusters refuse them within seconds"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/offboarding": {
      "get": {
        "operationId": "previewOffboarding",
        "tags": [
          "platform"
        ],
        "summary": "Preview what an offboarding deletes on the control plane; changes nothing",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "responses": {
          "200": {
            "description": "The preview",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Offboarding"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "offboardAppCluster",
        "tags": [
          "platform"
        ],
        "summary": "Delete an app cluster's namespaces on the control plane with their data, and its registration. The app cluster itself is not changed",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/OffboardingRequest"
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The deletion was started; it ends when the contents are deleted"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/bindings": {
      "post": {
        "operationId": "bindApi",
        "tags": [
          "platform"
        ],
        "summary": "Bind an offered API to an app cluster whose kubeconfig is stored, and accept the given permission claims",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/BindRequest"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The API is bound",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ApiBinding"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/bindings/{resource}/approval": {
      "post": {
        "operationId": "approveDeletions",
        "tags": [
          "platform"
        ],
        "summary": "Let the konnector delete copies that it holds back because many objects were deleted at once",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          },
          {
            "$ref": "#/components/parameters/resource"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "deletions"
                ],
                "additionalProperties": false,
                "properties": {
                  "deletions": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 1000000,
                    "description": "Number of deletions to approve"
                  },
                  "waiting": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "Number of waiting deletions that were shown; 409 if it is another one by now"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "204": {
            "description": "The deletions are approved"
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/platform/app-clusters/{cluster}/bindings/{resource}/unbinding": {
      "post": {
        "operationId": "unbindApi",
        "tags": [
          "platform"
        ],
        "summary": "Unbind an API from an app cluster whose kubeconfig is stored. Objects and data stay on both clusters, and are no longer synced. May be repeated",
        "parameters": [
          {
            "$ref": "#/components/parameters/cluster"
          },
          {
            "$ref": "#/components/parameters/resource"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "confirm"
                ],
                "additionalProperties": false,
                "properties": {
                  "confirm": {
                    "type": "string",
                    "description": "Title of the app cluster"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The binding is being deleted",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "done"
                  ],
                  "properties": {
                    "done": {
                      "type": "boolean",
                      "description": "False while the konnector releases the objects; the rights on the API are removed when the call is repeated afterwards"
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    }
  },
  "components": {
    "parameters": {
      "limit": {
        "name": "limit",
        "in": "query",
        "description": "Rows of a page",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 100
        }
      },
      "offset": {
        "name": "offset",
        "in": "query",
        "description": "Rows before the page",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "default": 0
        }
      },
      "cluster": {
        "name": "cluster",
        "in": "path",
        "required": true,
        "description": "Id of an app cluster",
        "schema": {
          "type": "string"
        }
      },
      "namespace": {
        "name": "namespace",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string"
        }
      },
      "resource": {
        "name": "resource",
        "in": "path",
        "required": true,
        "description": "`<plural>.<group>`, for example `postgresqlinstances.anynines.com`",
        "schema": {
          "type": "string"
        }
      },
      "name": {
        "name": "name",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string"
        }
      }
    },
    "responses": {
      "Error": {
        "description": "What went wrong and what to do about it",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            }
          }
        }
      }
    },
    "schemas": {
      "Error": {
        "type": "object",
        "required": [
          "error"
        ],
        "properties": {
          "error": {
            "type": "object",
            "required": [
              "name",
              "message"
            ],
            "properties": {
              "name": {
                "type": "string"
              },
              "message": {
                "type": "string",
                "description": "Message for users"
              },
              "reason": {
                "$ref": "#/components/schemas/Reason"
              },
              "params": {
                "$ref": "#/components/schemas/ReasonParams"
              },
              "causes": {
                "type": "array",
                "description": "The fields that the cluster rejected",
                "items": {
                  "type": "object",
                  "required": [
                    "message"
                  ],
                  "properties": {
                    "field": {
                      "type": "string",
                      "description": "Path in the claim, for example `spec.plan`"
                    },
                    "message": {
                      "type": "string"
                    },
                    "reason": {
                      "$ref": "#/components/schemas/Reason"
                    },
                    "params": {
                      "$ref": "#/components/schemas/ReasonParams"
                    }
                  }
                }
              }
            }
          }
        }
      },
      "Reason": {
        "type": "string",
        "description": "Identifies the sentence of `message`, so that clients can say it in other languages. Absent when the message is that of a cluster or a provider."
      },
      "ReasonParams": {
        "type": "object",
        "description": "Values in that sentence",
        "additionalProperties": {
          "type": "string"
        }
      },
      "Me": {
        "type": "object",
        "required": [
          "userRef",
          "kubernetesUser",
          "kubernetesGroups",
          "groups",
          "operator",
          "mayManage",
          "mayReveal",
          "mayTrace",
          "permissionsEnabled",
          "mountPath"
        ],
        "properties": {
          "userRef": {
            "type": "string"
          },
          "kubernetesUser": {
            "type": "string",
            "description": "The user's name on the clusters"
          },
          "kubernetesGroups": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "groups": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Entity refs of the user's groups"
          },
          "operator": {
            "type": "boolean",
            "description": "May open the platform pages"
          },
          "mayManage": {
            "type": "boolean",
            "description": "May change the platform"
          },
          "mayReveal": {
            "type": "boolean",
            "description": "May reveal credentials"
          },
          "mayTrace": {
            "type": "boolean",
            "description": "May trace claims of all tenants"
          },
          "permissionsEnabled": {
            "type": "boolean",
            "description": "False when permissions are disabled in Backstage, so that every user has all permissions"
          },
          "mountPath": {
            "type": "string",
            "description": "Path of the pages below `app.baseUrl` in the links that the backend writes; empty for the root"
          }
        }
      },
      "Reachability": {
        "type": "object",
        "required": [
          "reachable"
        ],
        "properties": {
          "reachable": {
            "type": "boolean"
          },
          "since": {
            "type": "string",
            "format": "date-time",
            "description": "When this state began"
          },
          "message": {
            "type": "string",
            "description": "Why the cluster is unreachable"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          }
        }
      },
      "ControlPlaneHealth": {
        "type": "object",
        "required": [
          "problems",
          "stuckClaims",
          "components"
        ],
        "properties": {
          "crossplane": {
            "type": "integer",
            "description": "Major version of Crossplane; absent without Crossplane"
          },
          "stuckClaims": {
            "type": "integer",
            "description": "Number of claims that have not been ready for five minutes; the oldest hundred are among the problems"
          },
          "components": {
            "type": "array",
            "description": "Crossplane, its packages, XRDs and Compositions",
            "items": {
              "$ref": "#/components/schemas/ControlPlaneComponent"
            }
          },
          "problems": {
            "type": "array",
            "description": "Worst first: problems of Crossplane's packages, XRDs and Compositions, and of claims that have not been ready for five minutes, the oldest first",
            "items": {
              "$ref": "#/components/schemas/ControlPlaneProblem"
            }
          }
        }
      },
      "ControlPlaneProblem": {
        "type": "object",
        "required": [
          "severity",
          "object",
          "message",
          "remedy"
        ],
        "properties": {
          "severity": {
            "type": "string",
            "description": "`error`: something does not work. `warning`: it may not work, or could not be checked.",
            "enum": [
              "error",
              "warning"
            ]
          },
          "object": {
            "type": "object",
            "required": [
              "apiVersion",
              "kind",
              "name"
            ],
            "properties": {
              "apiVersion": {
                "type": "string"
              },
              "kind": {
                "type": "string"
              },
              "namespace": {
                "type": "string",
                "description": "Absent for cluster-scoped objects"
              },
              "name": {
                "type": "string"
              }
            }
          },
          "message": {
            "type": "string",
            "description": "What is wrong"
          },
          "reason": {
            "type": "string",
            "description": "Reason of the message"
          },
          "remedy": {
            "type": "string",
            "description": "What to do about it"
          },
          "remedyReason": {
            "type": "string",
            "description": "Reason of the remedy"
          },
          "params": {
            "description": "Values of the placeholders of both messages",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "since": {
            "type": "string",
            "format": "date-time",
            "description": "Since when a claim has been waiting; absent for other objects"
          },
          "claim": {
            "description": "The claim on its app cluster, if the portal knows it",
            "type": "object",
            "required": [
              "cluster",
              "namespace",
              "resource",
              "name"
            ],
            "properties": {
              "cluster": {
                "type": "string",
                "description": "Id of the app cluster"
              },
              "namespace": {
                "type": "string"
              },
              "resource": {
                "type": "string"
              },
              "name": {
                "type": "string"
              }
            }
          }
        }
      },
      "ControlPlaneComponent": {
        "type": "object",
        "required": [
          "type",
          "name",
          "state",
          "message"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "crossplane",
              "provider",
              "function",
              "configuration",
              "xrd",
              "composition"
            ]
          },
          "name": {
            "type": "string"
          },
          "version": {
            "type": "string",
            "description": "Absent if it is not known"
          },
          "revision": {
            "type": "string",
            "description": "Name of the active revision"
          },
          "state": {
            "type": "string",
            "enum": [
              "ok",
              "warning",
              "error"
            ]
          },
          "message": {
            "type": "string",
            "description": "Its health in words"
          },
          "reason": {
            "type": "string",
            "description": "Reason of the message"
          },
          "remedy": {
            "type": "string",
            "description": "What to do; absent if nothing is wrong"
          },
          "remedyReason": {
            "type": "string",
            "description": "Reason of the remedy"
          },
          "params": {
            "description": "Values of the placeholders of both messages",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "ManagedResources": {
        "type": "object",
        "required": [
          "provider",
          "kind",
          "resource",
          "ready",
          "notReady",
          "complete"
        ],
        "properties": {
          "provider": {
            "type": "string",
            "description": "Name of the Provider; the API group, if no Provider owns the type"
          },
          "kind": {
            "type": "string"
          },
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "ready": {
            "type": "integer"
          },
          "notReady": {
            "type": "integer"
          },
          "complete": {
            "type": "boolean",
            "description": "Whether all objects were counted"
          },
          "problem": {
            "type": "string",
            "description": "Why the objects could not be counted"
          },
          "problemReason": {
            "type": "string",
            "description": "Reason of the problem"
          },
          "problemParams": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          }
        }
      },
      "PackageUpdate": {
        "type": "object",
        "required": [
          "type",
          "name",
          "package",
          "state",
          "message",
          "versions",
          "usedBy"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "provider",
              "function",
              "configuration"
            ]
          },
          "name": {
            "type": "string"
          },
          "package": {
            "type": "string",
            "description": "Registry and repository, without tag and digest"
          },
          "version": {
            "type": "string",
            "description": "Absent without a tag"
          },
          "activation": {
            "type": "string",
            "description": "Whether a new revision becomes active by itself (`spec.revisionActivationPolicy`)",
            "enum": [
              "Automatic",
              "Manual"
            ]
          },
          "state": {
            "type": "string",
            "enum": [
              "current",
              "available",
              "unknown"
            ]
          },
          "message": {
            "type": "string"
          },
          "reason": {
            "type": "string",
            "description": "Reason of the message"
          },
          "params": {
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          },
          "versions": {
            "type": "array",
            "description": "The newest version of each change that is possible, smallest change first",
            "items": {
              "type": "object",
              "required": [
                "version",
                "change",
                "excludedBy"
              ],
              "properties": {
                "version": {
                  "type": "string",
                  "description": "The tag"
                },
                "change": {
                  "type": "string",
                  "enum": [
                    "patch",
                    "minor",
                    "major"
                  ]
                },
                "excludedBy": {
                  "type": "array",
                  "description": "Packages whose dependencies do not allow the version",
                  "items": {
                    "type": "object",
                    "required": [
                      "package",
                      "constraint"
                    ],
                    "properties": {
                      "package": {
                        "type": "string"
                      },
                      "constraint": {
                        "type": "string"
                      }
                    }
                  }
                }
              }
            }
          },
          "usedBy": {
            "type": "array",
            "description": "Compositions that call the function, XRDs and Compositions that the package installs, and packages that depend on it",
            "items": {
              "type": "object",
              "required": [
                "kind",
                "name"
              ],
              "properties": {
                "kind": {
                  "type": "string"
                },
                "name": {
                  "type": "string"
                }
              }
            }
          }
        }
      },
      "SetUp": {
        "type": "object",
        "required": [
          "checkedAt",
          "checks"
        ],
        "properties": {
          "checkedAt": {
            "type": "string",
            "format": "date-time"
          },
          "checks": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SetUpCheck"
            }
          }
        }
      },
      "SetUpState": {
        "type": "string",
        "description": "`unknown`: could not be checked. `unused`: the installation does not use what is checked.",
        "enum": [
          "ok",
          "warning",
          "failed",
          "unknown",
          "unused"
        ]
      },
      "SetUpCheck": {
        "type": "object",
        "required": [
          "name",
          "state",
          "docsUrl",
          "findings"
        ],
        "properties": {
          "name": {
            "type": "string",
            "enum": [
              "issuers",
              "redirectUris",
              "signingKeys",
              "clocks",
              "rights",
              "externalUrl",
              "certificates",
              "permissions",
              "admissionPolicies"
            ]
          },
          "state": {
            "$ref": "#/components/schemas/SetUpState"
          },
          "docsUrl": {
            "type": "string",
            "description": "Page that says how to set this up"
          },
          "findings": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SetUpFinding"
            }
          }
        }
      },
      "SetUpFinding": {
        "type": "object",
        "required": [
          "state",
          "message"
        ],
        "properties": {
          "state": {
            "$ref": "#/components/schemas/SetUpState"
          },
          "message": {
            "type": "string",
            "description": "What was found"
          },
          "reason": {
            "type": "string",
            "description": "Reason of the message"
          },
          "remedy": {
            "type": "string",
            "description": "What to fix; absent if nothing is wrong"
          },
          "remedyReason": {
            "type": "string",
            "description": "Reason of the remedy"
          },
          "params": {
            "description": "Values of the placeholders of both messages",
            "type": "object",
            "additionalProperties": {
              "type": "string"
            }
          }
        }
      },
      "ClaimType": {
        "type": "string",
        "enum": [
          "instance",
          "binding",
          "backup",
          "restore"
        ]
      },
      "ClaimState": {
        "type": "string",
        "enum": [
          "Waiting",
          "Creating",
          "Updating",
          "Deleting",
          "Ready",
          "Degraded",
          "Failed",
          "Unknown"
        ]
      },
      "Condition": {
        "type": "object",
        "required": [
          "type",
          "status"
        ],
        "properties": {
          "type": {
            "type": "string"
          },
          "status": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          },
          "severity": {
            "type": "string"
          },
          "message": {
            "type": "string"
          },
          "lastTransitionTime": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "Service": {
        "type": "object",
        "required": [
          "resource",
          "kind",
          "type",
          "title",
          "description",
          "icon",
          "offered",
          "versions",
          "clusters"
        ],
        "properties": {
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "kind": {
            "type": "string"
          },
          "type": {
            "$ref": "#/components/schemas/ClaimType"
          },
          "serviceType": {
            "type": "string",
            "description": "Value of `serviceInstanceType` in bindings and backups, for example `postgresql`"
          },
          "relatedApis": {
            "type": "object",
            "description": "Instance: the APIs for its service bindings, backups and restores, each `<plural>.<group>`; claim types without an API are not supported",
            "properties": {
              "binding": {
                "type": "string"
              },
              "backup": {
                "type": "string"
              },
              "restore": {
                "type": "string"
              }
            }
          },
          "restoresElsewhere": {
            "type": "boolean",
            "description": "Restore: `instanceRef` may name another instance than that of the backup"
          },
          "title": {
            "type": "string"
          },
          "description": {
            "type": "string"
          },
          "icon": {
            "type": "string",
            "description": "A data URI of an image; empty for the default icon"
          },
          "docsUrl": {
            "type": "string",
            "description": "Address of the documentation"
          },
          "offered": {
            "type": "boolean",
            "description": "False for a withdrawn service: app clusters that bind it keep it, and further app clusters cannot bind it"
          },
          "versions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Choice"
            }
          },
          "clusters": {
            "type": "array",
            "description": "Every app cluster, and whether the API is bound there",
            "items": {
              "type": "object",
              "required": [
                "id",
                "title",
                "bound"
              ],
              "properties": {
                "id": {
                  "type": "string"
                },
                "title": {
                  "type": "string"
                },
                "bound": {
                  "type": "boolean"
                }
              }
            }
          }
        }
      },
      "ServiceAccess": {
        "type": "object",
        "required": [
          "resource",
          "clusters"
        ],
        "properties": {
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "clusters": {
            "type": "array",
            "description": "App clusters that bind the service",
            "items": {
              "type": "object",
              "required": [
                "id"
              ],
              "properties": {
                "id": {
                  "type": "string"
                },
                "creatable": {
                  "type": "boolean",
                  "description": "Whether the RBAC of the app cluster allows the user to create an instance in any namespace. Missing if unknown, because the portal may not watch RoleBindings there, or the cluster does not list all its rules or does not respond; the cluster then decides when the user acts"
                }
              }
            }
          }
        }
      },
      "Choice": {
        "type": "object",
        "required": [
          "value",
          "title",
          "available"
        ],
        "properties": {
          "value": {
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "available": {
            "type": "boolean",
            "description": "Whether this control plane can run it"
          },
          "reason": {
            "type": "string",
            "description": "Why the value is not available"
          }
        }
      },
      "Plan": {
        "allOf": [
          {
            "$ref": "#/components/schemas/Choice"
          },
          {
            "type": "object",
            "properties": {
              "replicas": {
                "type": "integer"
              },
              "memory": {
                "type": "string"
              },
              "storage": {
                "type": "string"
              },
              "connections": {
                "type": "integer"
              },
              "description": {
                "type": "string"
              },
              "defaults": {
                "type": "object",
                "description": "What applies where a claim does not set a parameter, by the parameter's name",
                "additionalProperties": {
                  "oneOf": [
                    {
                      "type": "string"
                    },
                    {
                      "type": "number"
                    },
                    {
                      "type": "boolean"
                    }
                  ]
                }
              }
            }
          }
        ]
      },
      "ServiceRequest": {
        "type": "object",
        "required": [
          "id",
          "resource",
          "title",
          "cluster",
          "user",
          "requestedAt"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "title": {
            "type": "string",
            "description": "Title of the service"
          },
          "cluster": {
            "type": "string",
            "description": "Id of the app cluster"
          },
          "user": {
            "type": "string",
            "description": "Entity ref of the user who asks"
          },
          "note": {
            "type": "string"
          },
          "requestedAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "OwnServiceRequest": {
        "allOf": [
          {
            "$ref": "#/components/schemas/ServiceRequest"
          },
          {
            "type": "object",
            "required": [
              "state"
            ],
            "properties": {
              "state": {
                "type": "string",
                "enum": [
                  "Open",
                  "Approved",
                  "Fulfilled",
                  "Dismissed"
                ],
                "description": "`Approved`: an operator will bind the service. `Fulfilled`: the service has been bound to the app cluster since"
              },
              "mayAnswer": {
                "type": "boolean",
                "description": "Whether the user may bind the service there, in the list of all requests"
              },
              "answeredAt": {
                "type": "string",
                "format": "date-time",
                "description": "When the request was approved or dismissed, or was first seen to be fulfilled; missing while open"
              },
              "message": {
                "type": "string",
                "description": "What the operator answered, if anything"
              }
            }
          }
        ]
      },
      "ServiceDetail": {
        "allOf": [
          {
            "$ref": "#/components/schemas/Service"
          },
          {
            "type": "object",
            "required": [
              "apiVersion",
              "plural",
              "group",
              "plans",
              "schema"
            ],
            "properties": {
              "apiVersion": {
                "type": "string"
              },
              "group": {
                "type": "string"
              },
              "plural": {
                "type": "string"
              },
              "plans": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Plan"
                }
              },
              "otherVersions": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Choice"
                },
                "description": "Versions that only other compositions than the default one have"
              },
              "otherPlans": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Plan"
                },
                "description": "Plans that only other compositions than the default one have"
              },
              "defaultComposition": {
                "type": "string",
                "description": "Value for `spec.compositionRef.name`"
              },
              "schema": {
                "type": "object",
                "description": "OpenAPI v3 schema of the claim (`spec` with its `x-kubernetes-validations`). Fields of `spec.parameters` have `title`, `x-klutch-unit` and `x-klutch-group` where the API describes them",
                "additionalProperties": true
              }
            }
          }
        ]
      },
      "AppCluster": {
        "type": "object",
        "required": [
          "id",
          "title",
          "connection",
          "reachability"
        ],
        "properties": {
          "id": {
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "connection": {
            "type": "string",
            "enum": [
              "kubeconfig",
              "konnector"
            ],
            "description": "`kubeconfig`: the portal has a kubeconfig of the app cluster. `konnector`: only the konnector is connected, so the portal cannot read or write on the app cluster."
          },
          "reachability": {
            "$ref": "#/components/schemas/Reachability"
          }
        }
      },
      "Namespace": {
        "type": "object",
        "required": [
          "name",
          "writable"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "writable": {
            "type": "boolean"
          },
          "message": {
            "type": "string",
            "description": "Why it is not writable"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          }
        }
      },
      "Activity": {
        "type": "object",
        "required": [
          "at",
          "action",
          "type",
          "resource",
          "name"
        ],
        "properties": {
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "action": {
            "type": "string",
            "enum": [
              "created",
              "changed",
              "protected",
              "unprotected",
              "scheduled",
              "unscheduled",
              "ownershipChanged",
              "revealed",
              "deleted"
            ]
          },
          "type": {
            "$ref": "#/components/schemas/ClaimType"
          },
          "resource": {
            "type": "string",
            "description": "Of the claim, `<plural>.<group>`"
          },
          "name": {
            "type": "string",
            "description": "Of the claim"
          },
          "user": {
            "type": "string",
            "description": "Entity ref; missing for what was not done, or not recorded, in the portal"
          },
          "client": {
            "type": "string",
            "description": "Outside of the portal: the field manager, such as kubectl-edit, if known"
          },
          "bySchedule": {
            "type": "boolean",
            "description": "Backup: done by the schedule"
          },
          "fields": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Changed: names of fields of spec, settings as `parameters.<name>`"
          },
          "reason": {
            "type": "string",
            "description": "Revealed: the reason the user gave"
          }
        }
      },
      "RevealRequest": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "reason": {
            "type": "string",
            "maxLength": 500,
            "description": "Why the credentials are needed, for the audit log and the activity of the instance"
          }
        }
      },
      "Claim": {
        "type": "object",
        "required": [
          "cluster",
          "clusterTitle",
          "namespace",
          "resource",
          "kind",
          "type",
          "name",
          "uid",
          "state",
          "stateText",
          "createdAt",
          "deleting",
          "protected"
        ],
        "properties": {
          "cluster": {
            "type": "string",
            "description": "Id of the app cluster"
          },
          "clusterTitle": {
            "type": "string"
          },
          "namespace": {
            "type": "string"
          },
          "resource": {
            "type": "string"
          },
          "kind": {
            "type": "string"
          },
          "type": {
            "$ref": "#/components/schemas/ClaimType"
          },
          "name": {
            "type": "string"
          },
          "uid": {
            "type": "string"
          },
          "serviceTitle": {
            "type": "string"
          },
          "service": {
            "type": "string",
            "description": "Instance: `spec.service`"
          },
          "versionTitle": {
            "type": "string",
            "description": "Instance: such as PostgreSQL 15"
          },
          "plan": {
            "type": "string",
            "description": "Instance: `spec.plan`"
          },
          "planTitle": {
            "type": "string",
            "description": "Instance: such as Single nano SSL"
          },
          "instanceRef": {
            "type": "string",
            "description": "Binding, backup: the instance; restore: the instance that it restores into"
          },
          "instanceResource": {
            "type": "string",
            "description": "API of that instance, `<plural>.<group>`; missing when no API names this claim type as related"
          },
          "backupRef": {
            "type": "string",
            "description": "Restore: the backup"
          },
          "secretName": {
            "type": "string",
            "description": "Service binding: the Secret with its credentials, in the same namespace"
          },
          "replaces": {
            "type": "string",
            "description": "Service binding: the one that it replaces; while both exist, credentials are being rotated"
          },
          "restoreFrom": {
            "type": "string",
            "description": "Instance: the backup in the same namespace whose data it was ordered for"
          },
          "endpoints": {
            "type": "array",
            "description": "Where applications connect to: of a service binding, or of an instance whose service reports addresses without one",
            "items": {
              "type": "object",
              "required": [
                "host",
                "port"
              ],
              "properties": {
                "host": {
                  "type": "string"
                },
                "port": {
                  "type": "string"
                },
                "label": {
                  "type": "string",
                  "description": "For example SQL"
                },
                "database": {
                  "type": "string",
                  "description": "Database to connect to"
                }
              }
            }
          },
          "owner": {
            "type": "string",
            "description": "Entity ref of the user or group that owns the claim, if known"
          },
          "component": {
            "type": "string",
            "description": "Instance: entity ref of the catalog component that uses it"
          },
          "system": {
            "type": "string",
            "description": "Instance: entity ref of the catalog system that it belongs to"
          },
          "state": {
            "$ref": "#/components/schemas/ClaimState"
          },
          "stateText": {
            "type": "string",
            "description": "The state for users, for example \"Waiting for konnector\""
          },
          "stateReason": {
            "type": "string",
            "description": "Identifies `stateText` when it says more than `state`"
          },
          "providerState": {
            "type": "string",
            "description": "What the provider calls the state of its work, as in `stateText`"
          },
          "message": {
            "type": "string",
            "description": "What happened and what to do"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "deleting": {
            "type": "boolean"
          },
          "protected": {
            "type": "boolean",
            "description": "The claim cannot be deleted until its protection is removed"
          },
          "managedBy": {
            "type": "object",
            "required": [
              "tool",
              "name"
            ],
            "description": "The GitOps tool that applies the claim, and may undo changes of its spec",
            "properties": {
              "tool": {
                "type": "string",
                "enum": [
                  "argocd",
                  "flux"
                ]
              },
              "name": {
                "type": "string",
                "description": "The application of Argo CD or the Kustomization or Helm release of Flux"
              }
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "lastBackupAt": {
            "type": "string",
            "format": "date-time",
            "description": "Instance: time of the newest finished backup"
          },
          "backupSchedule": {
            "$ref": "#/components/schemas/BackupSchedule"
          },
          "backupScheduleSetAt": {
            "type": "string",
            "format": "date-time",
            "description": "When the portal set the schedule; its backups are due since then"
          },
          "scheduledAt": {
            "type": "string",
            "format": "date-time",
            "description": "Backup: when it was due by the schedule of its instance"
          },
          "size": {
            "type": "integer",
            "description": "Backup: bytes"
          },
          "finishedAt": {
            "type": "string",
            "format": "date-time",
            "description": "Backup, restore: when it ended"
          },
          "lastSeenAt": {
            "type": "string",
            "format": "date-time",
            "description": "Set while the app cluster is unreachable"
          },
          "may": {
            "description": "In lists: for users who asked with `may=true`",
            "$ref": "#/components/schemas/ClaimAccess"
          }
        }
      },
      "FacetValue": {
        "type": "object",
        "required": [
          "value",
          "count"
        ],
        "properties": {
          "value": {
            "type": "string"
          },
          "title": {
            "type": "string",
            "description": "The value for users, if it has another name"
          },
          "count": {
            "type": "integer"
          }
        }
      },
      "ClaimFacets": {
        "description": "Values and their number of rows, among the rows that satisfy all other filters",
        "type": "object",
        "required": [
          "cluster",
          "namespace",
          "resource",
          "state",
          "owner"
        ],
        "properties": {
          "cluster": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FacetValue"
            }
          },
          "namespace": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FacetValue"
            }
          },
          "resource": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FacetValue"
            }
          },
          "state": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FacetValue"
            }
          },
          "owner": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/FacetValue"
            }
          }
        }
      },
      "Hop": {
        "type": "object",
        "required": [
          "id",
          "title",
          "state"
        ],
        "properties": {
          "id": {
            "type": "string",
            "enum": [
              "request",
              "appCluster",
              "konnector",
              "controlPlane",
              "service"
            ]
          },
          "title": {
            "type": "string"
          },
          "state": {
            "type": "string",
            "enum": [
              "done",
              "active",
              "failed",
              "waiting"
            ]
          },
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "message": {
            "type": "string",
            "description": "Message for users; for a failed hop with what to do"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          }
        }
      },
      "SupportTraceRequest": {
        "type": "object",
        "required": [
          "text"
        ],
        "additionalProperties": false,
        "properties": {
          "text": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1000,
            "description": "What somebody knows of the claim: the URL of its page, `<app cluster>/<namespace>/<kind>/<name>` or the last parts of that, or kind and name of an object on the control plane, such as its composite or a managed resource"
          }
        }
      },
      "SupportTraceResult": {
        "type": "object",
        "required": [
          "matches"
        ],
        "properties": {
          "matches": {
            "type": "array",
            "description": "At most 20",
            "items": {
              "$ref": "#/components/schemas/SupportTraceClaim"
            }
          },
          "isMore": {
            "type": "boolean",
            "description": "True when further claims match"
          },
          "isByPrefix": {
            "type": "boolean",
            "description": "True when no object has the name, or none may be read, and the matches are the claims whose composite's name it begins with"
          },
          "trace": {
            "$ref": "#/components/schemas/SupportTrace"
          }
        }
      },
      "SupportTraceClaim": {
        "type": "object",
        "required": [
          "cluster",
          "clusterTitle",
          "namespace",
          "resource",
          "kind",
          "name"
        ],
        "properties": {
          "cluster": {
            "type": "string",
            "description": "Id of the app cluster; its cluster namespace if the portal does not know the app cluster"
          },
          "clusterTitle": {
            "type": "string"
          },
          "namespace": {
            "type": "string"
          },
          "resource": {
            "type": "string"
          },
          "kind": {
            "type": "string"
          },
          "name": {
            "type": "string"
          }
        }
      },
      "SupportTrace": {
        "type": "object",
        "required": [
          "claim",
          "steps",
          "objects"
        ],
        "properties": {
          "claim": {
            "$ref": "#/components/schemas/SupportTraceClaim"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          },
          "stoppedAt": {
            "type": "string",
            "description": "Id of the first failed step, or else of the first one that is active; absent when all are done or unknown"
          },
          "steps": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/SupportTraceStep"
            }
          },
          "objects": {
            "type": "array",
            "description": "The objects of the claim, each before its own, without what their specs say",
            "items": {
              "$ref": "#/components/schemas/TraceObject"
            }
          }
        }
      },
      "SupportTraceStep": {
        "type": "object",
        "required": [
          "id",
          "state"
        ],
        "properties": {
          "id": {
            "type": "string",
            "enum": [
              "request",
              "appCluster",
              "konnector",
              "controlPlane",
              "composite",
              "managedResource",
              "service"
            ]
          },
          "state": {
            "type": "string",
            "enum": [
              "done",
              "active",
              "failed",
              "waiting",
              "unknown"
            ],
            "description": "`unknown`: what it depends on may not be read"
          },
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "object": {
            "description": "The object that shows it, unless that is the claim itself",
            "$ref": "#/components/schemas/SupportTraceObject"
          },
          "message": {
            "type": "string"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "finding": {
            "$ref": "#/components/schemas/SupportTraceFinding"
          },
          "docsUrl": {
            "type": "string",
            "description": "Page that explains the finding"
          }
        }
      },
      "SupportTraceObject": {
        "type": "object",
        "required": [
          "apiVersion",
          "kind",
          "name"
        ],
        "properties": {
          "apiVersion": {
            "type": "string"
          },
          "kind": {
            "type": "string"
          },
          "namespace": {
            "type": "string"
          },
          "name": {
            "type": "string"
          }
        }
      },
      "SupportTraceFinding": {
        "type": "string",
        "description": "What is found at a step that is neither done nor still to come",
        "enum": [
          "AppClusterUnreachable",
          "AppClusterNotConnected",
          "ClaimMissing",
          "KonnectorNotReporting",
          "NotPickedUp",
          "ControlPlaneUnreachable",
          "NotComposed",
          "CompositeNotReady",
          "ManagedResourceNotReady",
          "ObjectMissing",
          "NotReadable",
          "ServiceNotReady",
          "BeingDeleted"
        ]
      },
      "Trace": {
        "type": "object",
        "required": [
          "objects"
        ],
        "properties": {
          "objects": {
            "type": "array",
            "description": "The claim on the app cluster, its provider copy, the composite, and what is composed for it, each before its own",
            "items": {
              "$ref": "#/components/schemas/TraceObject"
            }
          },
          "incomplete": {
            "type": "object",
            "description": "Why objects on the control plane are not among them",
            "required": [
              "message"
            ],
            "properties": {
              "message": {
                "type": "string"
              },
              "reason": {
                "$ref": "#/components/schemas/Reason"
              },
              "params": {
                "$ref": "#/components/schemas/ReasonParams"
              }
            }
          }
        }
      },
      "TraceObject": {
        "type": "object",
        "required": [
          "location",
          "depth",
          "apiVersion",
          "kind",
          "name",
          "conditions"
        ],
        "properties": {
          "location": {
            "type": "string",
            "enum": [
              "appCluster",
              "controlPlane"
            ]
          },
          "depth": {
            "type": "integer",
            "description": "Number of objects above it: 0 for the claim"
          },
          "apiVersion": {
            "type": "string"
          },
          "kind": {
            "type": "string"
          },
          "namespace": {
            "type": "string",
            "description": "Absent for cluster-scoped objects"
          },
          "name": {
            "type": "string"
          },
          "missing": {
            "type": "string",
            "description": "Why only the reference to it is known",
            "enum": [
              "NotFound",
              "Forbidden",
              "NotServed"
            ]
          },
          "deleting": {
            "type": "boolean"
          },
          "waits": {
            "type": "boolean",
            "description": "True for the deepest object that waits, or is missing: the place to look at"
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Condition"
            }
          }
        }
      },
      "Event": {
        "type": "object",
        "required": [
          "type",
          "reason",
          "message"
        ],
        "properties": {
          "type": {
            "type": "string"
          },
          "reason": {
            "type": "string"
          },
          "message": {
            "type": "string"
          },
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "count": {
            "type": "integer"
          }
        }
      },
      "BackupSchedule": {
        "description": "Instance: when the portal takes backups, and how many good ones it keeps",
        "type": "object",
        "required": [
          "cron"
        ],
        "additionalProperties": false,
        "properties": {
          "cron": {
            "type": "string",
            "description": "Cron expression of five fields in UTC",
            "maxLength": 100
          },
          "kept": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "description": "Default: all"
          }
        }
      },
      "ClaimAccess": {
        "description": "What the app cluster allows the user. In lists, a cluster that does not list all its rules allows everything here, and decides when the user acts",
        "type": "object",
        "required": [
          "change",
          "create",
          "delete",
          "reveal"
        ],
        "properties": {
          "change": {
            "type": "array",
            "description": "Types of claims that the user may change in the namespace; its own type is for this claim",
            "items": {
              "$ref": "#/components/schemas/ClaimType"
            }
          },
          "create": {
            "type": "array",
            "description": "Types of claims that the user may create in the namespace",
            "items": {
              "$ref": "#/components/schemas/ClaimType"
            }
          },
          "delete": {
            "type": "array",
            "description": "Types of claims that the user may delete in the namespace; its own type is for this claim",
            "items": {
              "$ref": "#/components/schemas/ClaimType"
            }
          },
          "reveal": {
            "type": "boolean",
            "description": "Read Secrets in the namespace"
          },
          "hidden": {
            "type": "array",
            "description": "Types of claims of which lists may lack some: the user may not list them in the namespace, or, in the detail of an instance, a permission policy hides some that refer to it",
            "items": {
              "$ref": "#/components/schemas/ClaimType"
            }
          }
        }
      },
      "ClaimDetail": {
        "allOf": [
          {
            "$ref": "#/components/schemas/Claim"
          },
          {
            "type": "object",
            "required": [
              "hops",
              "conditions",
              "manifest",
              "generation",
              "planChanges",
              "versionChanges",
              "spec",
              "may"
            ],
            "properties": {
              "generation": {
                "type": "integer",
                "description": "Version of the spec; send it with a change"
              },
              "planChanges": {
                "type": "array",
                "description": "Plans that the instance can change to by the rules of its API, without those that are not available here",
                "items": {
                  "$ref": "#/components/schemas/Plan"
                }
              },
              "versionChanges": {
                "type": "array",
                "description": "Other versions of the service that are available here, none of them lower. Those that the rules of the API refuse for an existing instance are not `available`, with the rule as the reason; a backup can be restored into a new instance of them",
                "items": {
                  "$ref": "#/components/schemas/Choice"
                }
              },
              "hops": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Hop"
                }
              },
              "conditions": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Condition"
                }
              },
              "manifest": {
                "type": "string",
                "description": "The claim as YAML"
              },
              "spec": {
                "type": "object",
                "description": "`spec` of the claim",
                "additionalProperties": true
              },
              "may": {
                "$ref": "#/components/schemas/ClaimAccess"
              },
              "backupTimes": {
                "type": "object",
                "description": "Instance with a schedule: when the next backup is due. Empty when the schedule cannot be carried out, because it is none, or because the service has no backups",
                "properties": {
                  "nextAt": {
                    "type": "string",
                    "format": "date-time"
                  },
                  "overdueSince": {
                    "type": "string",
                    "format": "date-time",
                    "description": "Set when a backup that was due is missing for longer than ten minutes"
                  }
                }
              },
              "usage": {
                "type": "object",
                "description": "Instance: what is used of the present plan, as far as the service has measured it",
                "properties": {
                  "storageBytes": {
                    "type": "integer"
                  },
                  "storageLimitBytes": {
                    "type": "integer"
                  },
                  "connections": {
                    "type": "integer"
                  },
                  "connectionLimit": {
                    "type": "integer"
                  }
                }
              }
            }
          }
        ]
      },
      "ClaimChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "generation": {
            "type": "integer",
            "description": "Required with `spec`: version of the spec that the change was made from; the change is refused if the spec has changed since"
          },
          "spec": {
            "type": "object",
            "description": "JSON merge patch of `spec`; service instances only",
            "additionalProperties": true
          },
          "protected": {
            "type": "boolean",
            "description": "Protection from deletion"
          },
          "owner": {
            "type": "string",
            "description": "Service instances only; entity ref: the user, or one of the user’s groups"
          },
          "component": {
            "type": [
              "string",
              "null"
            ],
            "description": "Service instances only; entity ref of the component that uses it; null removes it"
          },
          "backupSchedule": {
            "description": "Service instances only; null removes the schedule",
            "oneOf": [
              {
                "$ref": "#/components/schemas/BackupSchedule"
              },
              {
                "type": "null"
              }
            ]
          },
          "before": {
            "type": "object",
            "description": "What the change was made from. The change is refused if one of these values has changed since; null stands for a value that the claim did not have",
            "additionalProperties": false,
            "properties": {
              "protected": {
                "type": "boolean"
              },
              "owner": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "component": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "backupSchedule": {
                "oneOf": [
                  {
                    "$ref": "#/components/schemas/BackupSchedule"
                  },
                  {
                    "type": "null"
                  }
                ]
              }
            }
          }
        }
      },
      "ClaimRequest": {
        "type": "object",
        "required": [
          "cluster",
          "namespace",
          "resource",
          "name",
          "spec"
        ],
        "properties": {
          "cluster": {
            "type": "string"
          },
          "namespace": {
            "type": "string"
          },
          "resource": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "spec": {
            "type": "object",
            "additionalProperties": true
          },
          "replaces": {
            "type": "string",
            "description": "Service binding: name of the one that it replaces"
          },
          "restoreFrom": {
            "type": "string",
            "maxLength": 253,
            "description": "Instance: name of the backup whose data it is ordered for; the restore is an order of its own"
          },
          "owner": {
            "type": "string",
            "maxLength": 300,
            "description": "Entity ref of the owner: the user or one of their groups. Default: the user"
          },
          "component": {
            "type": "string",
            "maxLength": 300,
            "description": "Instance: entity ref of the catalog component that uses it"
          },
          "system": {
            "type": "string",
            "maxLength": 300,
            "description": "Instance: entity ref of the catalog system that it belongs to"
          }
        }
      },
      "WorkloadList": {
        "type": "object",
        "required": [
          "items",
          "complete"
        ],
        "properties": {
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "kind",
                "name"
              ],
              "properties": {
                "kind": {
                  "type": "string",
                  "description": "For example Deployment"
                },
                "name": {
                  "type": "string"
                }
              }
            }
          },
          "complete": {
            "type": "boolean",
            "description": "Whether the person may list all kinds of workloads in the namespace"
          }
        }
      },
      "Credentials": {
        "type": "object",
        "required": [
          "secretName",
          "fields"
        ],
        "properties": {
          "secretName": {
            "type": "string"
          },
          "fields": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "key",
                "value",
                "secret"
              ],
              "properties": {
                "key": {
                  "type": "string"
                },
                "value": {
                  "type": "string"
                },
                "secret": {
                  "type": "boolean",
                  "description": "Show masked"
                }
              }
            }
          }
        }
      },
      "KeyPatterns": {
        "type": "array",
        "description": "Keys of labels or annotations; `*` matches any characters",
        "items": {
          "type": "object",
          "properties": {
            "pattern": {
              "type": "string"
            }
          }
        }
      },
      "PermissionClaim": {
        "type": "object",
        "description": "All fields of `permissionClaims[]` of an export template, with the same meaning",
        "required": [
          "resource",
          "version"
        ],
        "properties": {
          "group": {
            "type": "string",
            "default": ""
          },
          "resource": {
            "type": "string"
          },
          "version": {
            "type": "string"
          },
          "required": {
            "type": "boolean"
          },
          "selector": {
            "type": "object",
            "properties": {
              "owner": {
                "type": "string",
                "enum": [
                  "Provider",
                  "Consumer"
                ]
              },
              "names": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "namespaces": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "labelSelectors": {
                "type": "array",
                "items": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                }
              },
              "fieldSelectors": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            }
          },
          "read": {
            "type": "object",
            "properties": {
              "labels": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "labelsOnProviderOwnedObjects": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "annotations": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "overrideAnnotations": {
                "$ref": "#/components/schemas/KeyPatterns"
              }
            }
          },
          "create": {
            "type": "object",
            "properties": {
              "replaceExisting": {
                "type": "boolean"
              }
            }
          },
          "autoAdopt": {
            "type": "boolean"
          },
          "autoDonate": {
            "type": "boolean"
          },
          "onConflict": {
            "type": "object",
            "properties": {
              "recreateWhenConsumerSideDeleted": {
                "type": "boolean"
              }
            }
          },
          "update": {
            "type": "object",
            "properties": {
              "fields": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "preserving": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              },
              "alwaysRecreate": {
                "type": "boolean"
              },
              "labels": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "labelsOnConsumerOwnedObjects": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "annotations": {
                "$ref": "#/components/schemas/KeyPatterns"
              },
              "annotationsOnConsumerOwnedObjects": {
                "$ref": "#/components/schemas/KeyPatterns"
              }
            }
          },
          "text": {
            "type": "string",
            "description": "What the claim allows, for users"
          },
          "whole": {
            "type": "string",
            "description": "The full permission claim as YAML"
          }
        }
      },
      "AcceptedClaim": {
        "description": "A permission claim as shown to the user; refused when the export template's claim has changed since",
        "allOf": [
          {
            "$ref": "#/components/schemas/PermissionClaim"
          },
          {
            "type": "object",
            "required": [
              "whole"
            ],
            "properties": {
              "whole": {
                "type": "string"
              }
            }
          }
        ]
      },
      "ShownPermissionClaim": {
        "allOf": [
          {
            "$ref": "#/components/schemas/PermissionClaim"
          },
          {
            "type": "object",
            "required": [
              "text",
              "whole"
            ],
            "properties": {
              "text": {
                "type": "string"
              },
              "whole": {
                "type": "string"
              }
            }
          }
        ]
      },
      "Api": {
        "type": "object",
        "required": [
          "resource",
          "group",
          "plural",
          "kind",
          "title",
          "offered",
          "suggestedClaims",
          "offerYaml",
          "boundOn",
          "versions",
          "schema"
        ],
        "properties": {
          "resource": {
            "type": "string"
          },
          "group": {
            "type": "string"
          },
          "plural": {
            "type": "string"
          },
          "kind": {
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "offered": {
            "type": "boolean"
          },
          "suggestedClaims": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "offerYaml": {
            "type": "string",
            "description": "The export template with the suggested claims, as YAML for kubectl"
          },
          "boundOn": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "versions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ApiVersion"
            }
          },
          "schema": {
            "$ref": "#/components/schemas/SchemaState"
          }
        }
      },
      "ApiVersion": {
        "type": "object",
        "required": [
          "name",
          "served",
          "storage",
          "deprecated"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "served": {
            "type": "boolean",
            "description": "Exports have the served versions"
          },
          "storage": {
            "type": "boolean"
          },
          "deprecated": {
            "type": "boolean"
          }
        }
      },
      "SchemaState": {
        "type": "object",
        "description": "Whether the exports of an API, and the app clusters that bind it, have its present schema",
        "required": [
          "state"
        ],
        "properties": {
          "state": {
            "type": "string",
            "enum": [
              "NotExported",
              "InSync",
              "Waiting",
              "Blocked"
            ],
            "description": "`Waiting`: a konnector has not installed the present schema. `Blocked`: an export cannot follow the API or its template."
          },
          "cluster": {
            "type": "string",
            "description": "The first app cluster where this is so, as in `boundOn`"
          },
          "message": {
            "type": "string",
            "description": "The condition's message"
          }
        }
      },
      "ApiDetail": {
        "type": "object",
        "required": [
          "resource",
          "versions"
        ],
        "properties": {
          "resource": {
            "type": "string"
          },
          "versions": {
            "type": "array",
            "items": {
              "allOf": [
                {
                  "$ref": "#/components/schemas/ApiVersion"
                },
                {
                  "type": "object",
                  "required": [
                    "schema"
                  ],
                  "properties": {
                    "schema": {
                      "type": "object",
                      "description": "OpenAPI v3 schema",
                      "additionalProperties": true
                    }
                  }
                }
              ]
            }
          }
        }
      },
      "Audience": {
        "type": "object",
        "description": "Who may bind an API. Without `groups`, `users` and `issuers` the portal's default applies; an empty list means nobody.",
        "additionalProperties": false,
        "properties": {
          "groups": {
            "type": "array",
            "description": "Groups, or `<issuer>#<group>`",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            }
          },
          "users": {
            "type": "array",
            "description": "Subjects, or `<issuer>#<subject>`",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            }
          },
          "issuers": {
            "type": "array",
            "description": "Issuers, all of whose people may bind",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 500
            }
          },
          "namespaces": {
            "type": "array",
            "description": "Namespaces whose AppClusterBindings may bind a restricted API, or `*`; absent with `groups`, `users` or `issuers`: none",
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 63
            }
          }
        }
      },
      "AudienceRules": {
        "type": "object",
        "required": [
          "byDefault",
          "issuers",
          "needsIssuer"
        ],
        "properties": {
          "byDefault": {
            "$ref": "#/components/schemas/Audience"
          },
          "issuers": {
            "type": "array",
            "description": "Where people sign in; `klutch-portal` for people and app clusters of this portal",
            "items": {
              "type": "string"
            }
          },
          "needsIssuer": {
            "type": "boolean",
            "description": "Names without an issuer match nobody"
          }
        }
      },
      "ExportTemplate": {
        "type": "object",
        "required": [
          "namespace",
          "name",
          "resource",
          "title",
          "claims",
          "audience",
          "boundOn"
        ],
        "properties": {
          "namespace": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "resource": {
            "type": "string"
          },
          "title": {
            "type": "string"
          },
          "claims": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "audience": {
            "$ref": "#/components/schemas/Audience"
          },
          "mayBind": {
            "type": "boolean",
            "description": "Whether the user is in the audience, in lists"
          },
          "boundOn": {
            "type": "array",
            "items": {
              "type": "string"
            },
            "description": "Ids of app clusters with an export of this API"
          },
          "problem": {
            "type": "string"
          },
          "problemReason": {
            "type": "string",
            "description": "Identifies `problem`"
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "ExportTemplateDetail": {
        "allOf": [
          {
            "$ref": "#/components/schemas/ExportTemplate"
          },
          {
            "type": "object",
            "required": [
              "resourceVersion",
              "manifest",
              "revisions"
            ],
            "properties": {
              "resourceVersion": {
                "type": "string"
              },
              "manifest": {
                "type": "string",
                "description": "The template and its roles as YAML for kubectl"
              },
              "revisions": {
                "type": "array",
                "description": "Newest first; the first is the present one",
                "items": {
                  "$ref": "#/components/schemas/ExportTemplateRevision"
                }
              }
            }
          }
        ]
      },
      "ExportTemplateRevision": {
        "type": "object",
        "required": [
          "revision",
          "recorded",
          "claims",
          "audience"
        ],
        "properties": {
          "revision": {
            "type": "integer"
          },
          "recorded": {
            "type": "boolean",
            "description": "False for a state that was written outside of the portal, and that no change in the portal has followed yet"
          },
          "at": {
            "type": "string",
            "format": "date-time"
          },
          "by": {
            "type": "string",
            "description": "The person's name on the control plane"
          },
          "manager": {
            "type": "string",
            "description": "The program, for example kubectl-edit"
          },
          "claims": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "audience": {
            "$ref": "#/components/schemas/Audience"
          }
        }
      },
      "ExportTemplateRequest": {
        "type": "object",
        "required": [
          "resource",
          "claims"
        ],
        "properties": {
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "claims": {
            "type": "array",
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/PermissionClaim"
            }
          },
          "audience": {
            "$ref": "#/components/schemas/Audience"
          }
        }
      },
      "ExportTemplateUpdate": {
        "type": "object",
        "required": [
          "resourceVersion",
          "claims",
          "audience"
        ],
        "properties": {
          "resourceVersion": {
            "type": "string",
            "description": "Of the template as it was read; a conflict (409) if it was changed since"
          },
          "claims": {
            "type": "array",
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/PermissionClaim"
            }
          },
          "audience": {
            "$ref": "#/components/schemas/Audience"
          }
        }
      },
      "ExportTemplatePreviewRequest": {
        "allOf": [
          {
            "$ref": "#/components/schemas/ExportTemplateRequest"
          },
          {
            "type": "object",
            "properties": {
              "template": {
                "type": "object",
                "description": "The template to change; absent for a new offer",
                "required": [
                  "namespace",
                  "name",
                  "resourceVersion"
                ],
                "properties": {
                  "namespace": {
                    "type": "string"
                  },
                  "name": {
                    "type": "string"
                  },
                  "resourceVersion": {
                    "type": "string"
                  }
                }
              }
            }
          }
        ]
      },
      "Refusal": {
        "type": "object",
        "description": "Why a cluster would refuse a write of this user",
        "required": [
          "message"
        ],
        "properties": {
          "message": {
            "type": "string"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "causes": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "message"
              ],
              "properties": {
                "field": {
                  "type": "string"
                },
                "message": {
                  "type": "string"
                },
                "reason": {
                  "$ref": "#/components/schemas/Reason"
                },
                "params": {
                  "$ref": "#/components/schemas/ReasonParams"
                }
              }
            }
          }
        }
      },
      "ExportTemplatePreview": {
        "type": "object",
        "required": [
          "claims",
          "manifest",
          "command",
          "effects",
          "hiddenEffects"
        ],
        "properties": {
          "claims": {
            "type": "array",
            "description": "The claims as the control plane would store them",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "manifest": {
            "type": "string",
            "description": "The template and its roles as YAML for kubectl"
          },
          "before": {
            "type": "string",
            "description": "The manifest of the present template; absent for a new offer"
          },
          "command": {
            "type": "string",
            "description": "Applies the manifest"
          },
          "effects": {
            "type": "array",
            "description": "One for each export of the API",
            "items": {
              "$ref": "#/components/schemas/ExportEffect"
            }
          },
          "hiddenEffects": {
            "type": "integer",
            "description": "Number of further exports, which the user may not see"
          },
          "refusal": {
            "$ref": "#/components/schemas/Refusal"
          }
        }
      },
      "ExportEffect": {
        "type": "object",
        "required": [
          "cluster",
          "clusterNamespace",
          "added",
          "changed",
          "removed"
        ],
        "properties": {
          "cluster": {
            "type": "string",
            "description": "App cluster id, or the cluster namespace when no app cluster is registered"
          },
          "clusterNamespace": {
            "type": "string"
          },
          "added": {
            "type": "array",
            "description": "Claims that the app cluster has not been asked about; without effect there until they are accepted",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "changed": {
            "type": "array",
            "description": "Claims on the same objects as before; what was accepted stays in effect, as far as it is still claimed",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "removed": {
            "type": "array",
            "description": "Claims that end at once",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          }
        }
      },
      "ExportTemplateDependants": {
        "type": "object",
        "required": [
          "exports",
          "hiddenExports",
          "waitingRequests",
          "rolesAreKept",
          "isOfferedElsewhere"
        ],
        "properties": {
          "exports": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "cluster",
                "clusterNamespace"
              ],
              "properties": {
                "cluster": {
                  "type": "string",
                  "description": "App cluster id, or the cluster namespace when no app cluster is registered"
                },
                "clusterNamespace": {
                  "type": "string"
                },
                "objects": {
                  "type": "integer",
                  "description": "Number of objects of the API; absent while unknown"
                }
              }
            }
          },
          "hiddenExports": {
            "type": "integer",
            "description": "Number of further exports, which the user may not see"
          },
          "waitingRequests": {
            "type": "integer",
            "description": "Export requests that would fail"
          },
          "rolesAreKept": {
            "type": "boolean",
            "description": "App clusters with an export need the roles of the offer"
          },
          "isOfferedElsewhere": {
            "type": "boolean",
            "description": "Another template offers the same API"
          },
          "refusal": {
            "$ref": "#/components/schemas/Refusal"
          }
        }
      },
      "ExportRequest": {
        "type": "object",
        "required": [
          "cluster",
          "clusterNamespace",
          "name",
          "resources",
          "phase",
          "conditions"
        ],
        "properties": {
          "cluster": {
            "type": "string",
            "description": "App cluster id, or the cluster namespace when no app cluster is registered"
          },
          "clusterNamespace": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "resources": {
            "type": "array",
            "items": {
              "type": "string"
            }
          },
          "phase": {
            "type": "string"
          },
          "message": {
            "type": "string"
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Condition"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "ExportState": {
        "type": "string",
        "description": "`Failing`: a condition is false. `Pending`: a condition is unknown, or none was reported yet. `Ready`: all conditions are met.",
        "enum": [
          "Failing",
          "Pending",
          "Ready"
        ]
      },
      "Export": {
        "type": "object",
        "required": [
          "cluster",
          "clusterNamespace",
          "name",
          "state",
          "claims",
          "conditions"
        ],
        "properties": {
          "state": {
            "$ref": "#/components/schemas/ExportState"
          },
          "claims": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/PermissionClaim"
            }
          },
          "cluster": {
            "type": "string"
          },
          "clusterNamespace": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "schemaHash": {
            "type": "string"
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Condition"
            }
          },
          "createdAt": {
            "type": "string",
            "format": "date-time"
          }
        }
      },
      "ApiBinding": {
        "type": "object",
        "required": [
          "name",
          "ready",
          "conditions"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "ready": {
            "type": "boolean"
          },
          "message": {
            "type": "string"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "conditions": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Condition"
            }
          }
        }
      },
      "PlatformAppCluster": {
        "allOf": [
          {
            "$ref": "#/components/schemas/AppCluster"
          },
          {
            "type": "object",
            "required": [
              "healthText",
              "bindings",
              "conditions",
              "invited"
            ],
            "properties": {
              "invited": {
                "type": "boolean",
                "description": "Whether it has a join token, used or unused"
              },
              "clusterNamespace": {
                "type": "string"
              },
              "konnectorVersion": {
                "type": "string"
              },
              "lastHeartbeatAt": {
                "type": "string",
                "format": "date-time"
              },
              "healthText": {
                "type": "string"
              },
              "healthReason": {
                "type": "string",
                "description": "Identifies `healthText`, unless it is the message of a condition"
              },
              "healthParams": {
                "$ref": "#/components/schemas/ReasonParams"
              },
              "bindings": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/ApiBinding"
                }
              },
              "conditions": {
                "type": "array",
                "items": {
                  "$ref": "#/components/schemas/Condition"
                }
              }
            }
          }
        ]
      },
      "AppClusterRequest": {
        "type": "object",
        "required": [
          "id",
          "title",
          "kubeconfig"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$"
          },
          "title": {
            "type": "string",
            "minLength": 1,
            "maxLength": 80
          },
          "kubeconfig": {
            "type": "string",
            "minLength": 1
          }
        }
      },
      "KubeconfigRequest": {
        "type": "object",
        "required": [
          "kubeconfig"
        ],
        "properties": {
          "kubeconfig": {
            "type": "string",
            "minLength": 1
          }
        }
      },
      "Offboarding": {
        "type": "object",
        "required": [
          "clusterNamespace",
          "liveObjects",
          "text",
          "uncounted",
          "apis",
          "namespaces"
        ],
        "properties": {
          "clusterNamespace": {
            "type": "string",
            "description": "Namespace that represents the app cluster on the control plane"
          },
          "apis": {
            "type": "array",
            "description": "APIs that are no longer exported, by the title of their service",
            "items": {
              "type": "string"
            }
          },
          "namespaces": {
            "type": "array",
            "description": "Namespaces of the app cluster that have data on the control plane",
            "items": {
              "$ref": "#/components/schemas/OffboardedNamespace"
            }
          },
          "liveObjects": {
            "type": "integer",
            "description": "Data objects that are deleted permanently"
          },
          "text": {
            "type": "string",
            "description": "Everything that is deleted, for users"
          },
          "textReason": {
            "type": "string",
            "description": "Identifies `text`; absent when it lists objects"
          },
          "textParams": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "uncounted": {
            "type": "array",
            "description": "Types that could not be counted",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "OffboardedNamespace": {
        "type": "object",
        "required": [
          "namespace",
          "deleted",
          "objects"
        ],
        "properties": {
          "namespace": {
            "type": "string",
            "description": "Name on the app cluster"
          },
          "deleted": {
            "type": "boolean",
            "description": "False when it stays, because it was not created for this app cluster or is deleted already"
          },
          "objects": {
            "type": "array",
            "items": {
              "type": "object",
              "required": [
                "resource",
                "title",
                "data"
              ],
              "properties": {
                "resource": {
                  "type": "string",
                  "description": "`<plural>.<group>`"
                },
                "title": {
                  "type": "string"
                },
                "data": {
                  "type": "boolean",
                  "description": "False for objects that come with a service, such as Secrets"
                },
                "count": {
                  "type": "integer",
                  "description": "Missing where they could not be counted"
                }
              }
            }
          }
        }
      },
      "AppClusterHealth": {
        "type": "string",
        "description": "`Failing`: unreachable, or its konnector is lost. `Degraded`: an API is not ready, a condition is false, or permission claims have no answer. `Waiting`: no konnector has reported yet. `Suspended`: an operator has suspended it. `Healthy`: none of these.",
        "enum": [
          "Failing",
          "Degraded",
          "Waiting",
          "Suspended",
          "Healthy"
        ]
      },
      "AppClusterSummary": {
        "allOf": [
          {
            "$ref": "#/components/schemas/AppCluster"
          },
          {
            "type": "object",
            "required": [
              "health",
              "healthText",
              "apis",
              "apisNotReady",
              "unansweredClaims"
            ],
            "properties": {
              "health": {
                "$ref": "#/components/schemas/AppClusterHealth"
              },
              "healthText": {
                "type": "string"
              },
              "healthReason": {
                "type": "string",
                "description": "Identifies `healthText`, unless it is the message of a condition"
              },
              "healthParams": {
                "$ref": "#/components/schemas/ReasonParams"
              },
              "konnectorVersion": {
                "type": "string"
              },
              "lastHeartbeatAt": {
                "type": "string",
                "format": "date-time"
              },
              "tokenSince": {
                "type": "string",
                "format": "date-time",
                "description": "Since when the konnector has its token; missing without one"
              },
              "apis": {
                "type": "integer",
                "description": "Number of bound APIs"
              },
              "apisNotReady": {
                "type": "integer"
              },
              "unansweredClaims": {
                "type": "integer",
                "description": "Number of permission claims, of all bound APIs, that nobody has accepted or rejected; 0 where the portal cannot read the answers"
              }
            }
          }
        ]
      },
      "AppClusterDetail": {
        "allOf": [
          {
            "$ref": "#/components/schemas/PlatformAppCluster"
          },
          {
            "type": "object",
            "required": [
              "health",
              "suspended",
              "konnector",
              "token",
              "history",
              "apis",
              "inventory",
              "withoutObject"
            ],
            "properties": {
              "health": {
                "$ref": "#/components/schemas/AppClusterHealth"
              },
              "suspended": {
                "type": "boolean",
                "description": "All bindings are suspended; false where the portal cannot read them"
              },
              "konnector": {
                "$ref": "#/components/schemas/KonnectorVersions"
              },
              "token": {
                "$ref": "#/components/schemas/KonnectorToken"
              },
              "history": {
                "type": "array",
                "description": "Changes of the konnector's state, newest first",
                "items": {
                  "$ref": "#/components/schemas/KonnectorChange"
                }
              },
              "apis": {
                "type": "array",
                "description": "More about each of `bindings`, in their order",
                "items": {
                  "$ref": "#/components/schemas/AppClusterApi"
                }
              },
              "inventory": {
                "type": "array",
                "description": "Objects of each bound API, by title",
                "items": {
                  "$ref": "#/components/schemas/ApiInventory"
                }
              },
              "withoutObject": {
                "$ref": "#/components/schemas/CopiesWithoutObject"
              }
            }
          }
        ]
      },
      "KonnectorVersions": {
        "type": "object",
        "required": [
          "offered",
          "isOutdated"
        ],
        "properties": {
          "version": {
            "type": "string",
            "description": "The version that the konnector reports"
          },
          "offered": {
            "type": "string",
            "description": "The version that belongs to the portal's version"
          },
          "isOutdated": {
            "type": "boolean",
            "description": "The konnector reports another version than the offered one; false before it reports"
          }
        }
      },
      "KonnectorToken": {
        "type": "object",
        "required": [
          "state"
        ],
        "properties": {
          "state": {
            "type": "string",
            "description": "`Valid`; `Expired`: could not be renewed; `Revoked`: the konnector gets a new one when an API is bound again; `None`: no API was bound yet.",
            "enum": [
              "Valid",
              "Expired",
              "Revoked",
              "None"
            ]
          },
          "since": {
            "type": "string",
            "format": "date-time",
            "description": "When the token reached this state"
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          },
          "message": {
            "type": "string"
          }
        }
      },
      "KonnectorState": {
        "type": "string",
        "enum": [
          "Healthy",
          "Degraded",
          "Lost",
          "Waiting",
          "Unbound"
        ]
      },
      "KonnectorChange": {
        "type": "object",
        "required": [
          "at",
          "state"
        ],
        "properties": {
          "at": {
            "type": "string",
            "format": "date-time",
            "description": "When the portal saw the change, within a minute"
          },
          "state": {
            "$ref": "#/components/schemas/KonnectorState"
          },
          "konnectorVersion": {
            "type": "string"
          },
          "message": {
            "type": "string",
            "description": "Degraded: the failing condition"
          }
        }
      },
      "AppClusterApi": {
        "type": "object",
        "required": [
          "name",
          "title",
          "suspended",
          "rejectedClaims",
          "unansweredClaims",
          "findings"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "title": {
            "type": "string"
          },
          "suspended": {
            "type": "boolean"
          },
          "pausedDeletions": {
            "type": "object",
            "description": "Deletions that wait for approval, because there were many at once",
            "required": [
              "message"
            ],
            "properties": {
              "count": {
                "type": "integer",
                "description": "Missing if the konnector gives none"
              },
              "message": {
                "type": "string",
                "description": "Names the first of them"
              }
            }
          },
          "rejectedClaims": {
            "type": "array",
            "description": "`whole` of each permission claim that was rejected on the app cluster; empty where the portal cannot read the answers",
            "items": {
              "type": "string"
            }
          },
          "unansweredClaims": {
            "type": "array",
            "description": "Permission claims of the export that nobody has accepted or rejected on the app cluster",
            "items": {
              "$ref": "#/components/schemas/ShownPermissionClaim"
            }
          },
          "findings": {
            "type": "array",
            "description": "Objects that the konnector does not sync, by the conditions that name them",
            "items": {
              "type": "object",
              "required": [
                "type",
                "message"
              ],
              "properties": {
                "type": {
                  "type": "string",
                  "enum": [
                    "OrphanedCopies",
                    "OrphanedAppClusterCopies",
                    "NameCollisions",
                    "RefusedObjects",
                    "UncheckedObjects"
                  ]
                },
                "message": {
                  "type": "string"
                },
                "since": {
                  "type": "string",
                  "format": "date-time"
                }
              }
            }
          }
        }
      },
      "ApiInventory": {
        "type": "object",
        "required": [
          "resource",
          "title",
          "copies"
        ],
        "properties": {
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "title": {
            "type": "string"
          },
          "objects": {
            "type": "integer",
            "description": "On the app cluster; missing where the portal cannot read them"
          },
          "copies": {
            "type": "integer",
            "description": "On the control plane"
          }
        }
      },
      "CopiesWithoutObject": {
        "type": "object",
        "description": "Copies on the control plane without an object on the app cluster: kept on purpose, or left after a loss. Empty where the portal cannot read both sides.",
        "required": [
          "items",
          "total"
        ],
        "properties": {
          "total": {
            "type": "integer"
          },
          "items": {
            "type": "array",
            "description": "At most 100",
            "items": {
              "type": "object",
              "required": [
                "resource",
                "title",
                "namespace",
                "name",
                "serviceNamespace"
              ],
              "properties": {
                "resource": {
                  "type": "string",
                  "description": "`<plural>.<group>`"
                },
                "title": {
                  "type": "string"
                },
                "namespace": {
                  "type": "string",
                  "description": "On the app cluster"
                },
                "name": {
                  "type": "string"
                },
                "serviceNamespace": {
                  "type": "string",
                  "description": "On the control plane"
                }
              }
            }
          }
        }
      },
      "ActionAccess": {
        "type": "object",
        "required": [
          "allowed"
        ],
        "properties": {
          "allowed": {
            "type": "boolean"
          },
          "message": {
            "type": "string",
            "description": "Why not"
          },
          "reason": {
            "$ref": "#/components/schemas/Reason"
          },
          "params": {
            "$ref": "#/components/schemas/ReasonParams"
          }
        }
      },
      "PlatformAccess": {
        "type": "object",
        "required": [
          "register",
          "invite"
        ],
        "properties": {
          "register": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Add an app cluster with its kubeconfig"
          },
          "invite": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Add an app cluster with a join command"
          }
        }
      },
      "AppClusterAccess": {
        "type": "object",
        "required": [
          "bind",
          "changeBindings",
          "approve",
          "unbind",
          "kubeconfig",
          "tokens",
          "rotate",
          "offboard"
        ],
        "properties": {
          "bind": {
            "$ref": "#/components/schemas/ActionAccess"
          },
          "changeBindings": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Suspend and resume"
          },
          "approve": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Approve deletions"
          },
          "unbind": {
            "$ref": "#/components/schemas/ActionAccess"
          },
          "kubeconfig": {
            "$ref": "#/components/schemas/ActionAccess"
          },
          "tokens": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Revoke"
          },
          "rotate": {
            "allOf": [
              {
                "$ref": "#/components/schemas/ActionAccess"
              }
            ],
            "description": "Revoke, and deliver a new token to the app cluster"
          },
          "offboard": {
            "$ref": "#/components/schemas/ActionAccess"
          }
        }
      },
      "KonnectorManifest": {
        "type": "object",
        "required": [
          "version",
          "image",
          "manifest",
          "apply",
          "cli"
        ],
        "properties": {
          "version": {
            "type": "string"
          },
          "image": {
            "type": "string"
          },
          "manifest": {
            "type": "string",
            "description": "YAML"
          },
          "apply": {
            "type": "string",
            "description": "kubectl command that applies the manifest"
          },
          "cli": {
            "type": "string",
            "description": "Command of the kubectl plugin"
          }
        }
      },
      "OffboardingRequest": {
        "type": "object",
        "description": "Values of the preview, so that objects created since the preview are not deleted unseen",
        "required": [
          "confirm",
          "liveObjects",
          "uncounted"
        ],
        "properties": {
          "confirm": {
            "type": "string",
            "minLength": 1,
            "description": "The title of the app cluster, or the name of its cluster namespace"
          },
          "liveObjects": {
            "type": "integer",
            "minimum": 0,
            "description": "Value of the preview; refused when there are more objects"
          },
          "uncounted": {
            "type": "array",
            "description": "Value of the preview; refused when there is another type",
            "maxItems": 1000,
            "items": {
              "type": "string"
            }
          }
        }
      },
      "JoinTokenApis": {
        "type": "object",
        "required": [
          "apis"
        ],
        "properties": {
          "apis": {
            "type": "array",
            "description": "APIs to bind to the app cluster, and the permission claims to accept",
            "minItems": 1,
            "maxItems": 50,
            "items": {
              "$ref": "#/components/schemas/BindRequest"
            }
          }
        }
      },
      "JoinTokenRequest": {
        "allOf": [
          {
            "$ref": "#/components/schemas/JoinTokenApis"
          },
          {
            "type": "object",
            "required": [
              "id",
              "title"
            ],
            "properties": {
              "id": {
                "type": "string",
                "pattern": "^[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?$"
              },
              "title": {
                "type": "string",
                "minLength": 1,
                "maxLength": 80
              }
            }
          }
        ]
      },
      "JoinTokenState": {
        "type": "string",
        "description": "`Waiting`: the join command was not run yet. `PickedUp`: the join command was run, but no konnector has reported since. `Arrived`: the konnector has reported, but not all APIs are ready. `Ready`: all APIs are ready. `Expired`: the join command was not run before its join token expired.",
        "enum": [
          "Waiting",
          "PickedUp",
          "Arrived",
          "Ready",
          "Expired"
        ]
      },
      "JoinToken": {
        "type": "object",
        "required": [
          "cluster",
          "title",
          "state",
          "stateText",
          "further",
          "expiresAt",
          "resources"
        ],
        "properties": {
          "cluster": {
            "type": "string",
            "description": "Id of the app cluster"
          },
          "title": {
            "type": "string"
          },
          "state": {
            "$ref": "#/components/schemas/JoinTokenState"
          },
          "stateText": {
            "type": "string",
            "description": "The state, and what to do"
          },
          "stateReason": {
            "type": "string",
            "description": "Identifies `stateText`"
          },
          "stateParams": {
            "$ref": "#/components/schemas/ReasonParams"
          },
          "further": {
            "type": "boolean",
            "description": "The app cluster was connected before; the join command binds further APIs"
          },
          "expiresAt": {
            "type": "string",
            "format": "date-time"
          },
          "resources": {
            "type": "array",
            "description": "The APIs that were chosen",
            "items": {
              "type": "string"
            }
          }
        }
      },
      "NewJoinToken": {
        "allOf": [
          {
            "$ref": "#/components/schemas/JoinToken"
          },
          {
            "type": "object",
            "required": [
              "command",
              "runsKonnector"
            ],
            "properties": {
              "command": {
                "type": "string",
                "description": "The join command, one line for a shell in which kubectl has administrator access to the app cluster. Contains the join token, which can be used once."
              },
              "runsKonnector": {
                "type": "boolean",
                "description": "Whether the join command also starts a konnector; otherwise an administrator must run one there"
              }
            }
          }
        ]
      },
      "BindRequest": {
        "type": "object",
        "required": [
          "resource"
        ],
        "properties": {
          "resource": {
            "type": "string",
            "description": "`<plural>.<group>`"
          },
          "acceptedClaims": {
            "type": "array",
            "description": "Permission claims to accept; by default all current claims of the export template",
            "items": {
              "$ref": "#/components/schemas/AcceptedClaim"
            }
          }
        }
      }
    }
  }
} as const;
