/// Where a site's files are and how it is mounted: what the command line says.
public struct SiteConfiguration: Sendable {
    /// The language of pages.
    public enum Language: String, Sendable, CaseIterable {
        /// By the reader's `Accept-Language`.
        case auto
        /// Simplified Chinese.
        case simplifiedChinese = "zh-Hans"
        /// English.
        case english = "en"
    }

    /// The folder of property lists.
    public var dataFolder: String
    /// The folder of Mustache templates and `Strings/`.
    public var templatesFolder: String
    /// The folder of assets.
    public var publicFolder: String
    /// The path the site lives under: empty, or `/name…` without a final slash.
    public var basePath = ""
    /// The language of pages; `Site.plist` may say another one when this is `auto`.
    public var language = Language.auto
    /// Memory for rendered answers per responder, in bytes; 0 keeps none.
    public var cacheBytes = 64 << 20

    /// A site of these folders.
    public init(dataFolder: String, templatesFolder: String, publicFolder: String) {
        self.dataFolder = dataFolder
        self.templatesFolder = templatesFolder
        self.publicFolder = publicFolder
    }
}
