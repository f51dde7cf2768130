package device

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"d3d9vk/d3d9"
	"d3d9vk/internal/gpu/gputest"
)

// quiet is a log that nobody reads.
var quiet = slog.New(slog.DiscardHandler)

// logTo gives a device a text log without times.
func logTo(b *bytes.Buffer) func(*gputest.Device, *Options) {
	return func(_ *gputest.Device, o *Options) {
		o.Log = slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}}))
	}
}

var placeIn = regexp.MustCompile(`place=\S*/(\w+\.go):\d+`)

// TestToldOnceWithCount: each place and state is told once, counted from then on, and the counts come at the end.
func TestToldOnceWithCount(t *testing.T) {
	var log bytes.Buffer
	r, told := debugRig(t, logTo(&log))
	r.use(1, 32, 48, a8)
	draw := func() { r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)) }
	draw()
	draw()
	r.ok(r.SetVertexShaderConstantF(0, []float32{1, 2, 3, 4}))
	draw()
	if n := len(*told); n != 1 {
		t.Fatalf("told %d times: %+v", n, *told)
	}
	if got := r.Explain(); len(got) != 1 || got[0].Count != 3 || got[0].ID != "target-size-differs" || got[0].Slot != 1 || got[0].Rule != "MRT-3" || got[0].Call != "DrawPrimitive" {
		t.Errorf("after three draws: %+v", got)
	}
	r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)) // another place
	r.use(1, 33, 48, a8)
	draw() // another state
	if n := len(*told); n != 3 {
		t.Errorf("told %d times: %+v", n, *told)
	}
	r.ok(r.SetRenderTarget(1, nil))
	draw()
	if got := r.Explain(); len(got) != 0 {
		t.Errorf("after a draw with nothing to tell: %+v", got)
	}
	for range 2 {
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(9, nil))
	}
	for r.Device.Release() > 0 {
	}
	got := placeIn.ReplaceAllString(log.String(), "place=$1")
	for _, want := range []string{
		`level=WARN msg=diagnostic id=target-size-differs rule=MRT-3 call=DrawPrimitive place=debug_test.go text="render target 1 is not written: its size is 32x48, that of the first target 64x48"`,
		`level=ERROR msg=diagnostic id=call-refused rule=MRT-12 call=SetRenderTarget argument=renderTargetIndex place=debug_test.go hresult=D3DERR_INVALIDCALL text="renderTargetIndex: 9 is not within 0..3 (NumSimultaneousRTs is 4)"`,
		`level=INFO msg="diagnostic repeated" id=target-size-differs place=`,
		` count=3 text="render target 1 is not written: its size is 32x48`,
		`level=INFO msg="diagnostic repeated" id=call-refused place=`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the log lacks %s:\n%s", want, got)
		}
	}
}

func TestExplainRefusedDraw(t *testing.T) {
	for _, debug := range []bool{true, false} {
		t.Run(fmt.Sprint("debug ", debug), func(t *testing.T) {
			r, _ := debugRig(t)
			if !debug {
				r.d3d.debug = nil
			}
			r.use(1, 32, 48, a8)
			r.wants(d3d9.ERR_INVALIDCALL, r.DrawPrimitive(99, 0, 1))
			got := r.Explain()
			if len(got) != 2 || got[0].ID != "call-refused" || got[0].Argument != "type" || got[0].Code != d3d9.ERR_INVALIDCALL || got[0].Call != "DrawPrimitive" || got[1].ID != "target-size-differs" {
				t.Errorf("bad type: %+v", got)
			}
			r.ok(r.SetRenderTarget(1, nil), r.SetVertexShader(nil))
			r.wants(d3d9.ERR_NOTAVAILABLE, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
			if got := r.Explain(); len(got) != 1 || !strings.Contains(got[0].Text, "no vertex shader") {
				t.Errorf("no vertex shader: %+v", got)
			}
			r.ok(r.SetPixelShader(nil), r.SetVertexDeclaration(nil))
			r.wants(d3d9.ERR_INVALIDCALL, r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
			r.useVertex(plainVertex)
			r.usePixel(plainPixel)
			r.ok(r.SetFVF(d3d9.FVF_XYZ), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
			if got := r.Explain(); len(got) != 0 {
				t.Errorf("after a draw that was not refused: %+v", got)
			}
			r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1))
			for r.Device.Release() > 0 {
			}
			if got := r.Explain(); got != nil {
				t.Errorf("after Release: %+v", got)
			}
		})
	}
}

// TestDebugIsBounded: a program that makes ever new diagnostics is told so once.
func TestDebugIsBounded(t *testing.T) {
	var log bytes.Buffer
	r, told := debugRig(t, logTo(&log))
	for n := range uint32(maxTold + 100) {
		r.wants(d3d9.ERR_INVALIDCALL, r.SetRenderTarget(9+n, nil))
	}
	if len(*told) != maxTold || len(r.d3d.debug.told) != maxTold {
		t.Errorf("told %d, remembered %d", len(*told), len(r.d3d.debug.told))
	}
	if strings.Count(log.String(), "too many different diagnostics") != 1 {
		t.Error("the limit is not told once")
	}
	for r.Device.Release() > 0 {
	}
	if !strings.Contains(log.String(), `msg="diagnostics not told" count=100`) {
		t.Error("what was not told is not counted")
	}
}

func TestDebugSwitch(t *testing.T) {
	for _, tt := range []struct {
		env    string
		option bool
		want   bool
	}{{"", false, false}, {"0", false, false}, {"1", false, true}, {"0", true, true}} {
		t.Setenv("D3D9VK_DEBUG", tt.env)
		d3d, err := CreateWith(d3d9.SDK_VERSION, Options{Debug: tt.option})
		if err != nil {
			t.Fatal(err)
		}
		if (d3d.debug != nil) != tt.want {
			t.Errorf("D3D9VK_DEBUG=%q, Debug %v: %v", tt.env, tt.option, d3d.debug != nil)
		}
		d3d.Release()
	}
}

// TestDebugOffIsFree: draws and calls allocate nothing, and no unchanged draw leaves the short way.
func TestDebugOffIsFree(t *testing.T) {
	r := newRig(t).readyToDraw()
	r.use(1, 32, 48, a8) // there is something to tell
	draw := func() {
		if r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1) != nil {
			t.Fatal("a draw failed")
		}
	}
	draw()
	if !r.ready() {
		t.Error("a draw leaves something to do for the next")
	}
	if n := testing.AllocsPerRun(200, draw); n != 0 {
		t.Errorf("%v allocations a draw", n)
	}
}

// TestDebugChangesNoRecords: the list of a debugged device is the list of another.
func TestDebugChangesNoRecords(t *testing.T) {
	for _, s := range scenes {
		t.Run(s.id, func(t *testing.T) {
			var draws [2][]gputest.Draw
			for i := range draws {
				r, _ := debugRig(t, withoutFloatBlending)
				if i == 1 {
					r.d3d.debug = nil
				}
				s.has(r)
				r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1), r.SetVertexShaderConstantF(1, []float32{4, 3, 2, 1}))
				r.ok(r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 2), r.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 2))
				draws[i] = r.drawn()
			}
			if a, b := fmt.Sprintf("%+v", draws[0]), fmt.Sprintf("%+v", draws[1]); a != b {
				t.Errorf("with debug mode\n%s\nwithout\n%s", a, b)
			}
		})
	}
}

// TestDebugMultithreaded: several goroutines may be told of at once; the race detector watches.
func TestDebugMultithreaded(t *testing.T) {
	r, _ := debugRig(t)
	d, _, err := r.d3d.CreateDevice(0, d3d9.DEVTYPE_HAL, 0, d3d9.CREATE_HARDWARE_VERTEXPROCESSING|d3d9.CREATE_MULTITHREADED, params)
	r.ok(err)
	s := &rig{t, d, r.fake}
	s.readyToDraw()
	r.d3d.options.Diagnose = nil
	var all sync.WaitGroup
	for worker := range uint32(8) {
		all.Go(func() {
			for range 50 {
				d.SetRenderTarget(9+worker, nil)
				d.SetRenderState(d3d9.RS_STENCILENABLE, worker&1)
				d.DrawPrimitive(d3d9.PT_TRIANGLELIST, 0, 1)
				d.DrawPrimitive(99, 0, 1)
				d.Explain()
			}
		})
	}
	all.Wait()
	if n := d.Release(); n != 0 {
		t.Errorf("%d references are left", n)
	}
}

// TestEveryMethodTells: each exported method that returns an error hands it to the debugger: by a deferred tell, by refuse or drew at
// the return, or because another exported method made it.
func TestEveryMethodTells(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	methods := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		text := func(n ast.Node) string {
			return string(src[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || !fn.Name.IsExported() || fn.Type.Results == nil {
				continue
			}
			results := fn.Type.Results.List
			// A StateBlock has no device yet.
			if len(results) == 0 || text(results[len(results)-1].Type) != "d3d9.Error" || text(fn.Recv.List[0].Type) == "*StateBlock" {
				continue
			}
			methods++
			if body := text(fn.Body); strings.Contains(body, "defer d.tell(&") || strings.Contains(body, "d.drew(") {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				r, ok := n.(*ast.ReturnStmt)
				if !ok {
					return true
				}
				if len(r.Results) > 0 {
					last := text(r.Results[len(r.Results)-1])
					if last == "nil" || regexp.MustCompile(`^\w+\.(refuse|[A-Z]\w+)\(`).MatchString(last) || regexp.MustCompile(`^container\[`).MatchString(last) {
						return true
					}
				}
				t.Errorf("%s: %s: %q tells nobody", fset.Position(r.Pos()), fn.Name.Name, text(r))
				return true
			})
		}
	}
	if methods < 150 {
		t.Errorf("only %d methods were found", methods)
	}
}

func TestDiagnosticString(t *testing.T) {
	for want, g := range map[string]Diagnostic{
		"target-masked [OC-3]: target 1":                   {ID: "target-masked", Rule: "OC-3", Text: "target 1"},
		"DrawPrimitive: test-never-passes: ZFUNC (a.go:7)": {ID: "test-never-passes", Call: "DrawPrimitive", Text: "ZFUNC", Place: "a.go:7"},
	} {
		if got := g.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
