// The friend page with Go's net/http and html/template: the peer that Roster is measured against.
package main

import (
	"encoding/json"
	"flag"
	"html/template"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
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
