/// Compiles templates as the server does at start: what `roster check` does with a folder of templates.
public enum ThemeCheck {
    /// Whether `folder` holds templates.
    public static func isThemeFolder(_ folder: String) -> Bool {
        FolderNames.list(folder)?.contains { $0.hasSuffix(".mustache") } ?? false
    }

    /// What keeps the templates of `folder` from being used with the assets of `publicFolder`; nil when nothing does.
    public static func finding(templates folder: String, publicFolder: String) -> String? {
        let images = DataFolder(path: folder, publicPath: publicFolder).loadImages()
        do throws(ThemeError) {
            let source = try ThemeSource(templates: folder, publicFolder: publicFolder)
            _ = try SiteTheme(source, images: images)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
