package porttest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/device"
	"d3d9vk/internal/gpuenv"
	"d3d9vk/porttest"
)

// cleared compares a target of the size and format after a Clear.
func cleared(s *porttest.Stage, name string, width, height uint, format d3d9.FORMAT, color d3d9.COLOR) error {
	target, err := s.CreateRenderTarget(width, height, format, d3d9.MULTISAMPLE_NONE, 0, false, 0)
	if err != nil {
		return err
	}
	s.Keep(target)
	if err := s.SetRenderTarget(0, target); err != nil {
		return err
	}
	if err := s.Clear(nil, d3d9.CLEAR_TARGET, color, 1, 0); err != nil {
		return err
	}
	return errors.Join(s.Compare(name, target), s.SetRenderTarget(0, s.BackBuffer))
}

// misbehave is a scene that draws the same everywhere but for what the entry's name asks for.
func misbehave(s *porttest.Stage) error {
	color, width := d3d9.COLOR(0xff204060), uint(16)
	switch s.Entry.Name {
	case "error":
		return errors.New("no <script>texture</script>")
	case "panic":
		panic("out of ideas")
	case "exit":
		runtime.Goexit()
	case "size":
		width = 8
	case "color":
		color = 0xff204070
	case "near":
		color = 0xff204062
	case "alpha":
		color = 0x7f204060
	case "leak":
		if _, err := s.CreateTexture(4, 4, 1, 0, d3d9.FMT_A8R8G8B8, d3d9.POOL_MANAGED, 0); err != nil {
			return err
		}
	case "silent":
		return nil
	case "more":
		if err := cleared(s, "second", 16, 16, d3d9.FMT_A8R8G8B8, 0); err != nil {
			return err
		}
	case "twice":
		if err := cleared(s, "first", 16, 16, d3d9.FMT_A8R8G8B8, 0); err != nil {
			return err
		}
	case "depth":
		depth, err := s.GetDepthStencilSurface()
		if err != nil {
			return err
		}
		s.Keep(depth)
		return s.Compare("depth", depth)
	}
	return cleared(s, "first", width, 16, d3d9.FMT_A8R8G8B8, color)
}

func TestVerdicts(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	cases := []struct {
		name    string
		verdict porttest.Verdict
		failure string // a part of the failures
	}{
		{"same", porttest.Passed, ""},
		{"near", porttest.Passed, ""},
		{"leak", porttest.Passed, ""},
		{"error", porttest.Failed, "no <script>texture</script>"},
		{"panic", porttest.Failed, "the scene panicked: out of ideas\ngoroutine "},
		{"exit", porttest.Failed, "the scene ended its goroutine, as t.Fatal does"},
		{"size", porttest.Failed, `target "first": the target is 8x16, expected is 16x16`},
		{"color", porttest.Failed, `target "first": 256 of 256 pixels (100%) differ by more than 2/255, by up to 16; allowed is 0%`},
		{"alpha", porttest.Failed, `by up to 128`},
		{"silent", porttest.Failed, `target "first": the scene ended before it compared this target`},
		{"more", porttest.Failed, `target "second": nothing to compare with`},
		{"twice", porttest.Failed, `there are two targets "first"`},
		{"depth", porttest.Failed, `target "depth": no picture is made of format D24S8`},
		{"known", porttest.Failed, "it is known to fail (a reason) but passes: delete Known"},
		{"profile", porttest.Failed, `there is no caps profile "voodoo3"`},
		{"feature", porttest.Failed, "Nonsense"},
	}
	var entries []porttest.Entry
	for _, c := range cases {
		e := porttest.Entry{Name: c.name}
		switch c.name {
		case "known":
			e.Known = "a reason"
		case "profile":
			e.Profile = "voodoo3"
		case "feature":
			e.Disable = []string{"Nonsense"}
		default:
			e.Disable = []string{"MultiDraw"} // or it would be the entry that the others are compared with
		}
		entries = append(entries, e)
	}
	entries = append(entries, porttest.Entry{Name: "error", Known: "a reason", Disable: []string{"MultiDraw"}})
	m := porttest.Matrix{Entries: entries, Width: 32, Height: 32, Tolerance: porttest.Tolerance{Channel: 2}}
	report := m.Check("verdicts", misbehave)
	for i, c := range cases {
		result := report.Results[i]
		failures := strings.Join(result.Failures(), "\n")
		if result.Verdict() != c.verdict || !strings.Contains(failures, c.failure) || (failures == "") != (c.failure == "") {
			t.Errorf("%s: %s: %s", c.name, result.Verdict(), failures)
		}
	}
	if last := report.Results[len(cases)]; last.Verdict() != porttest.Known {
		t.Errorf("a known failure: %s", last.Verdict())
	}
	if leak := report.Result("leak").Leak; !strings.Contains(leak, "left 1 objects of the device unreleased") {
		t.Errorf("leak: %q", leak)
	}
	if !report.Failed() || report.Clean() {
		t.Error("the report is clean")
	}
	var page strings.Builder
	if err := report.HTML(&page); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no &lt;script&gt;texture", "out of ideas", "8x16, expected is 16x16", "13 failed", "<td>it is known to fail but passes: delete Known", "misbehave(", `src="data:image/png;base64,`} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Contains(page.String(), "<script>") || strings.Contains(page.String(), "://") || strings.Contains(page.String(), "ZgotmplZ") {
		t.Error("the page has a script, an address or something that the template refused")
	}
}

func TestGolden(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	scene := func(s *porttest.Stage) error { return cleared(s, "first", 16, 16, d3d9.FMT_A8R8G8B8, 0x80204060) }
	m := porttest.Matrix{Golden: filepath.Join(t.TempDir(), "golden"), Entries: slices.Concat(porttest.Profiles("full"), porttest.Without("MultiDraw", "DynamicBlend"))}
	if text := strings.Join(m.Check("missing", scene).Result("full").Failures(), "\n"); !strings.Contains(text, "there is no golden picture (D3D9VK_UPDATE=1 makes it)") {
		t.Errorf("without files: %s", text)
	}
	m.Update = true
	if report := m.Check("written", scene); !report.Clean() {
		t.Errorf("just written: %v", report.Results[0].Failures())
	}
	m.Update = false
	if report := m.Run(t, scene); !report.Clean() || report.Result("without-DynamicBlend").Verdict() != porttest.Passed {
		t.Error("a run with the files is not clean")
	}
	other := func(s *porttest.Stage) error { return cleared(s, "first", 16, 16, d3d9.FMT_A8R8G8B8, 0x80204061) }
	if report := m.Check("changed", other); report.Result("full").Verdict() != porttest.Failed {
		t.Error("another picture passes")
	}
}

// A refused call is in the result, also where the scene looks at no error, as many programs do.
func TestRefusedCallsAreCollected(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	report := porttest.Matrix{Entries: porttest.Profiles("full")}.Check("diagnostics", func(s *porttest.Stage) error {
		s.SetRenderTarget(9, nil)
		return s.Compare("back", s.BackBuffer)
	})
	for _, d := range report.Results[0].Diagnostics {
		if d.ID == "call-refused" && d.Call == "SetRenderTarget" && strings.Contains(d.Place, "porttest_test.go:") {
			return
		}
	}
	t.Errorf("heard %+v", report.Results[0].Diagnostics)
}

func TestDrivers(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	drivers := porttest.Drivers()
	if len(drivers) == 0 || drivers[0].Name != "adapter-0" || drivers[len(drivers)-1].Adapter != len(drivers)-1 {
		t.Errorf("got %+v", drivers)
	}
}

// inner is set where the test binary runs itself to see how a failing Run looks to go test.
const inner = "D3D9VK_PORTTEST_INNER"

func TestInner(t *testing.T) {
	page := os.Getenv(inner)
	if page == "" {
		t.Skip("only for TestRunFails and TestNoDevice")
	}
	porttest.Matrix{Page: page, Entries: []porttest.Entry{
		{}, {Name: "color", Disable: []string{"MultiDraw"}}, {Name: "error", Known: "a reason", Disable: []string{"MultiDraw"}},
	}}.Run(t, misbehave)
}

func runInner(t *testing.T, page string, environment ...string) string {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run", "^TestInner$", "-test.v")
	c.Env = append(append(os.Environ(), inner+"="+page), environment...)
	out, _ := c.CombinedOutput()
	return string(out)
}

func TestRunFails(t *testing.T) {
	gpuenv.Open(t, device.Options{})
	page := filepath.Join(t.TempDir(), "folder", "page.html")
	out := runInner(t, page)
	for _, want := range []string{
		"--- PASS: TestInner/full", "--- FAIL: TestInner/color", `color: target "first": `, "color: the page that explains it: " + page,
		"--- PASS: TestInner/error", "error fails as expected (a reason): " + page,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "1 failed, 1 known to fail, 1 passed") {
		t.Errorf("the page: %v", err)
	}
}

func TestNoDevice(t *testing.T) {
	none := []string{"VK_DRIVER_FILES=/dev/null", "VK_ICD_FILENAMES=/dev/null"}
	if out := runInner(t, "-", append(none, "D3D9VK_REQUIRE_GPU=")...); !strings.Contains(out, "--- SKIP: TestInner/full") || strings.Contains(out, "FAIL") {
		t.Errorf("not required:\n%s", out)
	}
	if out := runInner(t, filepath.Join(t.TempDir(), "p.html"), append(none, "D3D9VK_REQUIRE_GPU=1")...); !strings.Contains(out, "a Vulkan device is required") {
		t.Errorf("required:\n%s", out)
	}
}
