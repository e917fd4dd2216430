/// Something wrong with the bytes of a text, at `offset`: what comes before may be read, what follows may not.
struct SourceFault {
    let offset: Int
    let sentence: String
    var hint: String?
}
