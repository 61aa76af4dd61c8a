module klutch.dev/programs/alertmanager

go 1.24

require github.com/prometheus/alertmanager v0.28.1
