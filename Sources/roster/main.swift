internal import Bytes
internal import Glibc

Heap.prepare()
// A reader that leaves must end a write with an error, not the program without a word.
_ = signal(SIGPIPE, SIG_IGN)
exit(Program.run(Array(CommandLine.arguments.dropFirst()), environment: Console.environment))
