package container

import (
	"bytes"
	"encoding/binary"
	"regexp"
	"strconv"
)

// arrayHead is the beginning of an array in C source, as compilers write one with /Fh: what stands before the name, and the name.
var arrayHead = regexp.MustCompile(`([\w \t]*)\b([A-Za-z_]\w*)[ \t]*\[[^\]\n]*\]\s*=\s*\{`)

// wordType is a type of elements of 32 bits.
var wordType = regexp.MustCompile(`\b(DWORD|D3DXSHADER|UINT|ULONG|uint32_t|Uint32|u32|unsigned (int|long)|unsigned)\s*$`)

// IsHeader reports C source with an array.
func IsHeader(data []byte) bool {
	const looked = 1 << 12
	return bytes.IndexByte(data[:min(len(data), looked)], 0) < 0 && arrayHead.Match(data)
}

// arrays finds the shaders in the arrays of C source.
func (r *Result) arrays(data []byte) error {
	made := 0
	for at := 0; ; {
		m := arrayHead.FindSubmatchIndex(data[at:])
		if m == nil {
			return nil
		}
		start := at + m[1]
		size := 1
		if wordType.Match(bytes.TrimRight(data[at+m[2]:at+m[3]], " \t")) {
			size = 4
		}
		content, n := array(data[start:], size, MaxUnpacked-made)
		if made += len(content); made >= MaxUnpacked {
			return &Error{start, "the arrays hold more than " + strconv.Itoa(MaxUnpacked) + " bytes"}
		}
		name := string(data[at+m[4] : at+m[5]])
		at = start + n
		if IsHeader(content) { // text in an array is no file
			continue
		}
		inner, err := Find(content)
		if err != nil {
			return &Error{start, name + ": " + err.Error()}
		}
		for _, s := range inner.Shaders {
			s.Offset = start
			s.Name, s.Same = joined(name, s.Name), -1
			r.Shaders = append(r.Shaders, s)
		}
	}
}

func joined(name, inner string) string {
	if inner == "" {
		return name
	}
	return name + "/" + inner
}

// array reads integers up to the closing brace, as elements of size bytes, at most most bytes. It gives how much of the text it read; nil
// where other things than integers stand there.
func array(text []byte, size, most int) (content []byte, n int) {
	for n < len(text) && len(content) <= most {
		switch c := text[n]; {
		case c == '}':
			return content, n + 1
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',':
			n++
		case bytes.HasPrefix(text[n:], []byte("//")):
			end := bytes.IndexByte(text[n:], '\n')
			if end < 0 {
				return nil, len(text)
			}
			n += end
		case bytes.HasPrefix(text[n:], []byte("/*")):
			end := bytes.Index(text[n:], []byte("*/"))
			if end < 0 {
				return nil, len(text)
			}
			n += end + 2
		default:
			const longest = 16
			k := n
			for k < len(text) && k-n < longest && (text[k] == '-' || text[k] >= '0' && text[k] <= '9' || text[k]|0x20 >= 'a' && text[k]|0x20 <= 'z') {
				k++
			}
			x, err := strconv.ParseInt(string(bytes.TrimRight(text[n:k], "uUlL")), 0, 64)
			if err != nil || x != int64(uint32(x)) && x != int64(int32(x)) || size == 1 && x != int64(uint8(x)) && x != int64(int8(x)) {
				return nil, max(k, n+1)
			}
			var word [4]byte
			binary.LittleEndian.PutUint32(word[:], uint32(x))
			content = append(content, word[:size]...)
			n = k
		}
	}
	return content, n
}
