module klutch.dev/programs/helm

go 1.24

require helm.sh/helm/v3 v3.18.4
