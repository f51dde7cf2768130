# The two commands of the README are `make demo` and `make test`; the others are their parts and the longer runs.
.PHONY: demo test check pure lavapipe swiftshader race gcstorm fuzz diff merges soak mutate bench bundle bundle-test generate

export D3D9VK_REQUIRE_GPU ?= 1

# Packages that need neither a Vulkan device nor cgo, and those whose tests draw. The window tests bring their own display.
PURE := ./caps ./d3d9/... ./mrt/... ./shaders/... ./spirv ./translate/... ./internal/archtest ./internal/browser ./internal/golden ./internal/gpu/... ./internal/mutate ./internal/refsm ./internal/smgen ./internal/spirvval
GPU := ./internal/vk ./picture ./porttest ./device ./internal/conformance ./internal/difftest ./internal/drawbench ./cmd/... ./examples/... ./window

demo:
	scripts/setup demo
	go run ./examples/deferred -headless -frames 3 -out out/demo -size 960x540

test:
	scripts/setup test
	$(MAKE) check pure lavapipe swiftshader

pure:
	CGO_ENABLED=0 go test -timeout 15m $(PURE)
	CGO_ENABLED=0 D3D9VK_REQUIRE_GPU= go test ./device ./cmd/d3d9vk

check:
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo 'gofmt would change these files'; exit 1; }
	go vet ./...
	go vet -tags nowindow ./window ./examples/...

# -count=1: the driver is not part of what go test remembers.
lavapipe:
	scripts/driver lavapipe env D3D9VK_VALIDATION=1 go test -count=1 -timeout 15m $(GPU)

swiftshader:
	@if [ -f /usr/lib/chromium/vk_swiftshader_icd.json ]; then \
		scripts/driver swiftshader env D3D9VK_VALIDATION=1 D3D9VK_MERGES=100 go test -count=1 -short -timeout 15m ./internal/vk ./device ./internal/conformance ./internal/difftest; \
	else echo 'swiftshader: not installed (Debian package chromium-common); its tests are left out'; fi

race:
	scripts/driver lavapipe env D3D9VK_CORPUS=none D3D9VK_CASES=none go test -count=1 -race -short -timeout 15m $(PURE) ./internal/vk ./device ./internal/conformance ./window

# Lifetime faults show only when the collector runs all the time.
gcstorm:
	D3D9VK_CORPUS=none D3D9VK_CASES=none GOGC=5 D3D9VK_GCSTORM=1 scripts/driver lavapipe go test -count=1 -short -timeout 10m ./internal/vk ./device ./internal/conformance

# Runs, not seconds: where a time ends, go test now and then fails with "context deadline exceeded".
FUZZTIME ?= 100000x
fuzz:
	go test -run '^$$' -fuzz '^FuzzParse$$' -fuzztime $(FUZZTIME) ./translate/sm
	go test -run '^$$' -fuzz '^FuzzAssemble$$' -fuzztime $(FUZZTIME) ./translate/sm
	go test -run '^$$' -fuzz '^FuzzAssembleText$$' -fuzztime $(FUZZTIME) ./translate/sm
	go test -run '^$$' -fuzz '^FuzzBuild$$' -fuzztime $(FUZZTIME) ./translate/ir
	go test -run '^$$' -fuzz '^FuzzCompile$$' -fuzztime $(FUZZTIME) ./translate
	go test -run '^$$' -fuzz '^FuzzWords$$' -fuzztime $(FUZZTIME) ./spirv
	go test -run '^$$' -fuzz '^FuzzCheck$$' -fuzztime $(FUZZTIME) ./translate/validate
	go test -run '^$$' -fuzz '^FuzzRead$$' -fuzztime $(FUZZTIME) ./translate/reflection
	go test -run '^$$' -fuzz '^FuzzReadProfile$$' -fuzztime $(FUZZTIME) ./caps
	go test -run '^$$' -fuzz '^FuzzFind$$' -fuzztime $(FUZZTIME) ./translate/container

# Random programs on each driver against the interpreter, until DIFF of them count. A seed is printed; D3D9VK_DIFF_SEED repeats it.
DIFF ?= 20000
diff:
	scripts/driver lavapipe env D3D9VK_DIFF=$(DIFF) go test -count=1 -timeout 4h -run TestRandomPrograms -v ./internal/difftest
	@if [ -f /usr/lib/chromium/vk_swiftshader_icd.json ]; then \
		scripts/driver swiftshader env D3D9VK_DIFF=$(DIFF) go test -count=1 -timeout 4h -run TestRandomPrograms -v ./internal/difftest; \
	else echo 'swiftshader: not installed (Debian package chromium-common); its programs are left out'; fi

# Random draws by every path and driver against the reference output merger, and a million by each kind of limits through mrt alone.
MERGES ?= 2000
merges:
	CGO_ENABLED=0 D3D9VK_MERGES=1000000 go test -count=1 -timeout 30m -run TestReference -v ./mrt
	scripts/driver lavapipe env D3D9VK_MERGES=$(MERGES) D3D9VK_VALIDATION=1 go test -count=1 -timeout 4h -run TestMerge -v ./internal/conformance
	@if [ -f /usr/lib/chromium/vk_swiftshader_icd.json ]; then \
		scripts/driver swiftshader env D3D9VK_MERGES=$(MERGES) D3D9VK_VALIDATION=1 go test -count=1 -timeout 4h -run TestMerge -v ./internal/conformance; \
	else echo 'swiftshader: not installed (Debian package chromium-common); its draws are left out'; fi

soak:
	D3D9VK_SOAK=1 scripts/driver lavapipe go test -timeout 120m -run 'Soak|Random' -v ./internal/conformance ./examples/...
	$(MAKE) fuzz FUZZTIME=1000000x

mutate:
	scripts/driver lavapipe go run ./internal/mutate

bench:
	scripts/driver lavapipe go test -run '^$$' -bench . -benchtime 1x ./internal/drawbench

bundle:
	scripts/setup demo
	scripts/bundle

# The bundle as another machine sees it: elsewhere, with an empty environment.
bundle-test: bundle
	dir=$$(mktemp -d) && cp -r bundle/. $$dir && cd / && env -i PATH=/usr/bin:/bin $$dir/run.sh; status=$$?; rm -rf $$dir; exit $$status

generate:
	go generate ./...
