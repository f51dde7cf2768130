package main

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// progress is a bar on standard error while many files are read. It shows on terminals only.
type progress struct {
	w           io.Writer // nil: no bar
	out         io.Writer // what e.out was
	e           *env
	done, total int
	last        time.Time
	drawn       bool
}

// fewFiles is up to how many files there is no bar.
const fewFiles = 8

func newProgress(e *env, total int) *progress {
	p := &progress{e: e, total: total}
	if !e.bar || total <= fewFiles {
		return p
	}
	p.w, p.out = e.stderr, e.out
	e.out = &behindBar{p}
	return p
}

// behindBar is standard output while the bar shows: it clears the bar first.
type behindBar struct{ p *progress }

func (b *behindBar) Write(data []byte) (int, error) {
	b.p.clear()
	return b.p.out.Write(data)
}

func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// step says that the next file is read.
func (p *progress) step(file string) {
	p.done++
	const every, width, nameWidth = 50 * time.Millisecond, 24, 40
	if p.w == nil || time.Since(p.last) < every {
		return
	}
	p.last = time.Now()
	if len(file) > nameWidth {
		file = "..." + file[len(file)-nameWidth+3:]
	}
	full := width * p.done / p.total
	fmt.Fprintf(p.w, "\r\x1b[K[%s%s] %d/%d %s", strings.Repeat("=", full), strings.Repeat(" ", width-full), p.done, p.total, file)
	p.drawn = true
}

func (p *progress) end() {
	if p.w != nil {
		p.clear()
		p.e.out = p.out
	}
}
