// Package browser opens a file in headless Chromium for a test and tells what a person's browser would show of it.
//
// It knows nothing of what is on the page. Without Chromium (Debian package chromium) the test is skipped, or fails where
// D3D9VK_REQUIRE_GPU=1 says that nothing may be skipped; Ubuntu has no such package, so there it is skipped all the same.
package browser

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Page is what the browser made of a file.
type Page struct {
	Title      string
	Text       string  // what is to be seen, without what is folded up
	Images     []Image // all of them, in the order of the page
	Requests   []string
	Screenshot []byte // PNG of the whole page
}

// Image is an image element.
type Image struct {
	Alt                         string
	NaturalWidth, NaturalHeight int // 0 where it did not load
}

// patience is how long the browser may take: it starts in a second or two where nothing else runs.
const patience = 2 * time.Minute

// Open loads the file in a window of the given width. Requests lists every address that the page asked for after its own, but
// data: addresses, which ask nobody.
func Open(t testing.TB, path string, width int) *Page {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if release, _ := os.ReadFile("/etc/os-release"); os.Getenv("D3D9VK_REQUIRE_GPU") == "1" && !strings.Contains(string(release), "\nID=ubuntu\n") {
			t.Fatalf("D3D9VK_REQUIRE_GPU is 1: %v", err)
		}
		t.Skip(err)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(width, 900), chromedp.WSURLReadTimeout(patience))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ctx, cancelAllocator := chromedp.NewExecAllocator(ctx, options...)
	defer cancelAllocator()
	p := &Page{}
	var mu sync.Mutex
	ctx, cancelBrowser := chromedp.NewContext(ctx, chromedp.WithListener(func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			mu.Lock()
			defer mu.Unlock()
			if url := sent.Request.URL; url != "file://"+path && !strings.HasPrefix(url, "data:") {
				p.Requests = append(p.Requests, url)
			}
		}
	}))
	defer cancelBrowser()
	if err := p.read(ctx, "file://"+path); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	if err := chromedp.Cancel(ctx); err != nil {
		t.Logf("chromium did not end by itself: %v", err)
	}
	mu.Lock()
	defer mu.Unlock()
	return p
}

// read fills the page from the address.
func (p *Page) read(ctx context.Context, address string) error {
	if _, err := chromedp.Run(ctx, chromedp.Navigate(address)); err != nil {
		return err
	}
	const images = `Array.from(document.images, i => ({Alt: i.alt, NaturalWidth: i.naturalWidth, NaturalHeight: i.naturalHeight}))`
	var errs [4]error
	p.Title, errs[0] = chromedp.Run(ctx, chromedp.Title())
	p.Text, errs[1] = chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	p.Images, errs[2] = chromedp.Run(ctx, chromedp.Evaluate[[]Image](images))
	p.Screenshot, errs[3] = chromedp.Run(ctx, chromedp.FullScreenshot(100))
	return errors.Join(errs[:]...)
}
