// The friend page with Go's net/http and html/template: the peer that Roster is measured against.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	texttemplate "text/template"
	"time"
)

type friend struct {
	Name, Intro, Icon, Key string
	VIP                    bool
}
type group struct {
	Name, Key     string
	Online, Total int
	Friends       []friend
}

const page = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Friends</title></head><body><main>
{{range .}}<section><h2><a id="g-{{.Key}}" href="?open={{.Key}}#g-{{.Key}}" aria-expanded="true"><span>{{.Name}}</span>
<span class="count">{{.Online}}/{{.Total}}</span></a></h2><ul>
{{range .Friends}}<li id="f-{{.Key}}"><img src="/images/{{.Icon}}.png" alt="" width="40" height="40" loading="lazy">
<span class="name{{if .VIP}} vip{{end}}">{{.Name}}</span><span class="intro">{{.Intro}}</span></li>
{{end}}</ul></section>{{end}}</main></body></html>`

func main() {
	address := flag.String("listen", "127.0.0.1:0", "address")
	file := flag.String("data", "", "groups as JSON")
	renders := flag.Int("render", 0, "render the page this often without a server, and say how long one took")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	text, err := os.ReadFile(*file)
	if err != nil {
		log.Fatal(err)
	}
	var groups []group
	if err := json.Unmarshal(text, &groups); err != nil {
		log.Fatal(err)
	}
	compiled := template.Must(template.New("page").Parse(page))
	if *renders > 0 {
		plain := texttemplate.Must(texttemplate.New("page").Parse(page))
		measure("html/template", *renders, func(out *bytes.Buffer) error { return compiled.Execute(out, groups) })
		measure("text/template, nothing escaped", *renders, func(out *bytes.Buffer) error { return plain.Execute(out, groups) })
		return
	}
	http.HandleFunc("/friends", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = compiled.Execute(w, groups)
	})
	listener, err := net.Listen("tcp", *address)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.Serve(listener, nil))
}

func measure(name string, renders int, render func(*bytes.Buffer) error) {
	var out bytes.Buffer
	start := time.Now()
	for i := 0; i < renders; i++ {
		out.Reset()
		if err := render(&out); err != nil {
			log.Fatal(err)
		}
	}
	each := time.Since(start) / time.Duration(renders)
	fmt.Printf("Go %s %s: %.1f µs, %d bytes\n", runtime.Version(), name, float64(each.Nanoseconds())/1000, out.Len())
}
