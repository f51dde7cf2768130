# The two commands of the README are `make demo` and `make test`; the others are their parts and the longer runs.
.PHONY: demo test check pure lavapipe swiftshader race gcstorm fuzz fuzz-long soak mutate bench bundle setup generate

export D3D9VK_REQUIRE_GPU ?= 1

# Packages whose tests need a Vulkan device.
GPU := ./internal/vk ./device ./cmd/... ./examples/...

demo:
	scripts/setup demo
	go run ./examples/deferred -headless -frames 3 -out out/demo -size 960x540

test:
	scripts/setup test
	$(MAKE) check pure lavapipe swiftshader

# What needs neither a device nor cgo.
pure:
	CGO_ENABLED=0 go test $$(go list -e -f '{{if not .CgoFiles}}{{.ImportPath}}{{end}}' ./... | grep -v -E 'd3d9vk/(internal/vk|window|examples|device$$|cmd)')
	CGO_ENABLED=0 D3D9VK_REQUIRE_GPU= go test ./device

check:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo 'gofmt would change these files'; exit 1; }
	go vet ./...

lavapipe:
	scripts/driver lavapipe xvfb-run -a env D3D9VK_VALIDATION=1 go test -timeout 15m $(GPU) ./window

swiftshader:
	@if [ -f /usr/lib/chromium/vk_swiftshader_icd.json ]; then \
		scripts/driver swiftshader env D3D9VK_VALIDATION=1 go test -timeout 15m ./internal/vk ./device; \
	else echo 'swiftshader: not installed (Debian package chromium-common); its tests are left out'; fi

race:
	scripts/driver lavapipe xvfb-run -a env D3D9VK_CORPUS=none go test -race -short -timeout 15m ./...

# Lifetime faults show only when the collector runs all the time.
gcstorm:
	GOGC=5 D3D9VK_GCSTORM=1 scripts/driver lavapipe go test -short -timeout 10m ./internal/vk ./device

FUZZTIME ?= 20s
fuzz:
	go test -run '^$$' -fuzz '^FuzzParse$$' -fuzztime $(FUZZTIME) ./translate/sm
	go test -run '^$$' -fuzz '^FuzzAssemble$$' -fuzztime $(FUZZTIME) ./translate/sm
	go test -run '^$$' -fuzz '^FuzzCompile$$' -fuzztime $(FUZZTIME) ./translate

soak:
	D3D9VK_SOAK=1 scripts/driver lavapipe go test -timeout 60m -run Soak -v ./device ./examples/...
	$(MAKE) fuzz FUZZTIME=60s

mutate:
	go run ./internal/mutate

bench:
	scripts/driver lavapipe go test -run '^$$' -bench . -benchtime 1x ./device

bundle:
	scripts/setup demo
	scripts/bundle

generate:
	go generate ./...
