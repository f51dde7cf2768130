package porttest

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"d3d9vk/caps"
	"d3d9vk/diagnostic"
)

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// WritePage writes the report as one HTML file, its folder too where there is none. The file holds its pictures and asks for nothing.
func (r *Report) WritePage(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := r.HTML(&out); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// HTML writes the page of WritePage to w.
func (r *Report) HTML(w io.Writer) error {
	view, err := r.view()
	if err != nil {
		return err
	}
	return page.Execute(w, view)
}

// pageView is what the page's template shows.
type pageView struct {
	*Report
	Against string // what the pictures were compared with
	Sum     string
	Entries []entryView
}

type entryView struct {
	*Result
	Name     string
	Anchor   string
	Class    string // of the verdict
	About    string
	Short    string // what is wrong in a few words
	Error    string
	Stack    string
	Missing  string          // names of the targets that a scene did not come to before its error
	Off, Fit []targetView    // other targets with and without a failure
	Here     []groupView     // diagnostics that the profile full has not
	Too      []groupView     // and those that it has too
	MRT      []caps.Contrast // with the profile full, about render targets
	Caps     []caps.Contrast // and the rest
}

type targetView struct {
	*Target
	Rows []rowView
}

// rowView is expected, got and difference side by side.
type rowView struct {
	Label   string
	Figures []figure
}

type figure struct {
	Caption string
	Source  template.URL // a data: URL; "" where there is no picture
	Width   int
	Height  int
}

// groupView is the diagnostics of one id.
type groupView struct {
	*diagnostic.Row
	List []*Diagnostic
}

// worstFirst is the order of the entries on the page.
var worstFirst = []Verdict{Failed, Known, Passed, Skipped}

func (r *Report) view() (*pageView, error) {
	v := &pageView{Report: r, Against: "the pictures of the profile full on the same machine"}
	if r.Golden != "" {
		v.Against = "the golden pictures in " + r.Golden
	}
	count := map[Verdict]int{}
	for i, result := range r.Results {
		e, err := result.view(i, r.Tolerance)
		if err != nil {
			return nil, err
		}
		v.Entries = append(v.Entries, *e)
		count[result.Verdict()]++
	}
	var parts []string
	slices.SortStableFunc(v.Entries, func(a, b entryView) int {
		return slices.Index(worstFirst, a.Verdict()) - slices.Index(worstFirst, b.Verdict())
	})
	for _, verdict := range worstFirst {
		if count[verdict] != 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[verdict], verdict))
		}
	}
	v.Sum = strings.Join(parts, ", ")
	return v, nil
}

func (r *Result) view(number int, tolerance Tolerance) (*entryView, error) {
	e := &entryView{Result: r, Name: r.Entry.name(), Anchor: fmt.Sprintf("entry%d", number), About: r.Entry.about()}
	e.Class, _, _ = strings.Cut(string(r.Verdict()), " ")
	if r.Err != nil {
		e.Error = r.Err.Error()
	}
	if p, ok := r.Err.(*PanicError); ok {
		e.Stack = p.Stack
	}
	var missing []string
	for _, t := range r.Targets {
		if t.Got == nil && r.Err != nil {
			missing = append(missing, t.Name)
			continue
		}
		tv, err := t.view(tolerance)
		if err != nil {
			return nil, err
		}
		if t.Failure != "" {
			e.Off = append(e.Off, *tv)
		} else {
			e.Fit = append(e.Fit, *tv)
		}
	}
	e.Missing, e.Short = strings.Join(missing, ", "), r.short(e.Off)
	for _, d := range r.Diagnostics {
		if r.shared[d.key()] {
			e.Too = group(e.Too, d)
		} else {
			e.Here = group(e.Here, d)
		}
	}
	e.MRT, e.Caps = r.mrt, r.others
	return e, nil
}

// short is the first line of an error, or which targets are off.
func (r *Result) short(off []targetView) string {
	switch {
	case r.Skip != "":
		return r.Skip
	case r.Err != nil:
		line, _, _ := strings.Cut(r.Err.Error(), "\n")
		return line
	case len(r.Messages) != 0:
		return "the validation layer has something to say"
	case len(off) == 0 && len(r.Targets) == 0:
		return "the scene compares no target"
	case len(off) == 0 && r.Entry.Known != "":
		return "it is known to fail but passes: delete Known"
	case len(off) == 0:
		return fmt.Sprintf("all %d targets are as expected", len(r.Targets))
	}
	var names []string
	for _, t := range off {
		names = append(names, t.Name)
	}
	return fmt.Sprintf("%d of %d targets are off: %s", len(off), len(r.Targets), strings.Join(names, ", "))
}

// about says what the entry is in a sentence.
func (e Entry) about() string {
	text := "caps profile " + e.profileName()
	if options, err := e.options(); err == nil && options.Profile.About != "" {
		text += " (" + options.Profile.About + ")"
	}
	if len(e.Disable) != 0 {
		text += ", without the Vulkan features " + strings.Join(e.Disable, ", ")
	}
	if e.Adapter != 0 {
		text += fmt.Sprintf(", Vulkan device %d", e.Adapter)
	}
	return text
}

// group adds a diagnostic to the group of its id.
func group(groups []groupView, d *Diagnostic) []groupView {
	row := diagnostic.Find(d.ID)
	if row == nil {
		row = &diagnostic.Row{ID: d.ID}
	}
	for i := range groups {
		if groups[i].ID == row.ID {
			groups[i].List = append(groups[i].List, d)
			return groups
		}
	}
	return append(groups, groupView{row, []*Diagnostic{d}})
}

// view shows a target that is as expected by its own picture, another by expected, got and difference. Colors are shown without alpha;
// where the alphas differ, they follow as grays.
func (t *Target) view(tolerance Tolerance) (*targetView, error) {
	v := &targetView{Target: t}
	if t.Failure == "" {
		f, err := newFigure("", opaque(t.Got))
		v.Rows = []rowView{{Figures: []figure{f}}}
		return v, err
	}
	row, err := compared("color", t, opaque, tolerance)
	if err != nil {
		return nil, err
	}
	v.Rows = append(v.Rows, row)
	if t.Expected != nil && t.Got != nil && !bytes.Equal(alphas(t.Expected).Pix, alphas(t.Got).Pix) {
		if row, err = compared("alpha", t, alphas, tolerance); err != nil {
			return nil, err
		}
		v.Rows = append(v.Rows, row)
	}
	return v, nil
}

// compared makes the three pictures of a row; those that there are not stay empty.
func compared(label string, t *Target, part func(*image.NRGBA) *image.NRGBA, tolerance Tolerance) (rowView, error) {
	row := rowView{Label: label, Figures: []figure{{Caption: "expected"}, {Caption: "got"}, {Caption: "difference"}}}
	var expected, got *image.NRGBA
	var err error
	if t.Expected != nil {
		expected = part(t.Expected)
		if row.Figures[0], err = newFigure("expected", expected); err != nil {
			return row, err
		}
	}
	if t.Got != nil {
		got = part(t.Got)
		if row.Figures[1], err = newFigure("got", got); err != nil {
			return row, err
		}
	}
	if expected != nil && got != nil {
		if m := marked(expected, got, tolerance.Channel); m != nil {
			row.Figures[2], err = newFigure("difference (red)", m)
		}
	}
	return row, err
}

func newFigure(caption string, m image.Image) (figure, error) {
	var data bytes.Buffer
	if err := png.Encode(&data, m); err != nil {
		return figure{}, err
	}
	source := "data:image/png;base64," + base64.StdEncoding.EncodeToString(data.Bytes())
	return figure{caption, template.URL(source), m.Bounds().Dx(), m.Bounds().Dy()}, nil
}
