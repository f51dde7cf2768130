package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The browser sees a picture that is there, one that is not, and a request for something outside.
func TestOpen(t *testing.T) {
	const dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	path := filepath.Join(t.TempDir(), "page.html")
	source := `<title>a title</title>a text<img alt="dot" src="` + dot + `"><img alt="none" src="missing.png"><script>document.body.append(" of a script")</script>`
	if err := os.WriteFile(path, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	p := Open(t, path, 400)
	if p.Title != "a title" || !strings.Contains(p.Text, "a text") || !strings.Contains(p.Text, "of a script") {
		t.Errorf("title %q, text %q", p.Title, p.Text)
	}
	if len(p.Images) != 2 || p.Images[0] != (Image{"dot", 1, 1}) || p.Images[1] != (Image{Alt: "none"}) {
		t.Errorf("images %+v", p.Images)
	}
	if len(p.Requests) != 1 || !strings.HasSuffix(p.Requests[0], "/missing.png") {
		t.Errorf("requests %q", p.Requests)
	}
	if len(p.Screenshot) == 0 {
		t.Error("no screenshot")
	}
}
