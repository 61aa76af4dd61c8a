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
        "summary": "Events about a claim, newest first, read live as the user; none without the right to list events",
        "responses": {
          "200": {
            "description": "The events",
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
                        "$ref": "#/components/schemas/Event"
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
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Activity"
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
                    "items"
                  ],
                  "properties": {
                    "items": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/ExportTemplate"
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
        "responses": {
          "200": {
            "description": "Exports, by app cluster and name",
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
    "/platform/service-requests": {
      "get": {
        "operationId": "listServiceRequests",
        "tags": [
          "platform"
        ],
        "summary": "Requests of users for services that their app clusters do not bind yet, oldest first",
        "responses": {
          "200": {
            "description": "Open requests",
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
                        "$ref": "#/components/schemas/ServiceRequest"
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
      "delete": {
        "operationId": "endAppClusterTokens",
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
    }
  },
  "components": {
    "parameters": {
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
          "permissionsEnabled"
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
          "permissionsEnabled": {
            "type": "boolean",
            "description": "False when permissions are disabled in Backstage, so that every user has all permissions"
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
          "problems"
        ],
        "properties": {
          "crossplane": {
            "type": "integer",
            "description": "Major version of Crossplane; absent without Crossplane"
          },
          "problems": {
            "type": "array",
            "description": "Worst first: problems of Crossplane's packages, XRDs and Compositions, and of claims that have not been ready for five minutes",
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
          "remedy": {
            "type": "string",
            "description": "What to do about it"
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
                  "Fulfilled",
                  "Dismissed"
                ],
                "description": "`Fulfilled`: the service has been bound to the app cluster since"
              },
              "answeredAt": {
                "type": "string",
                "format": "date-time",
                "description": "When the request was dismissed, or was first seen to be fulfilled; missing while open"
              },
              "message": {
                "type": "string",
                "description": "Dismissed: what the operator answered, if anything"
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
        "description": "What the RBAC of the app cluster allows the user; a cluster that does not list all its rules allows everything here, and decides when the user acts",
        "type": "object",
        "required": [
          "change",
          "create",
          "delete",
          "reveal"
        ],
        "properties": {
          "change": {
            "type": "boolean",
            "description": "Change this claim"
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
          "owner": {
            "type": "string",
            "maxLength": 300,
            "description": "Entity ref of the owner: the user or one of their groups. Default: the user"
          },
          "component": {
            "type": "string",
            "maxLength": 300,
            "description": "Instance: entity ref of the catalog component that uses it"
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
      "PermissionClaim": {
        "type": "object",
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
          "boundOn"
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
          "claimsText",
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
          "claimsText": {
            "type": "string"
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
            "items": {
              "$ref": "#/components/schemas/PermissionClaim"
            }
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
      "Export": {
        "type": "object",
        "required": [
          "cluster",
          "clusterNamespace",
          "name",
          "claimsText",
          "conditions"
        ],
        "properties": {
          "cluster": {
            "type": "string"
          },
          "clusterNamespace": {
            "type": "string"
          },
          "name": {
            "type": "string"
          },
          "claimsText": {
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
          "uncounted"
        ],
        "properties": {
          "clusterNamespace": {
            "type": "string",
            "description": "Name to type as confirmation"
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
            "description": "The name of the cluster namespace"
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
