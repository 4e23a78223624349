package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between our pages lead somewhere, and so do the paths that pages name. */
final class LinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\\)");
    private static final Pattern NAMED_PATH = Pattern.compile("`((?:docs|deploy)/[A-Za-z0-9/._-]+\\.(?:md|yaml|sh))`");

    @Test
    void everyRelativeLinkLeadsToAFile() {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Path folder = page.getParent();
            targets(LINK, page)
                    .filter(target -> !Files.exists(folder.resolve(target)))
                    .forEach(target -> broken.add(page + " -> " + target));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPathThatAPageNamesIsThere() {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            targets(NAMED_PATH, page)
                    .filter(target -> !Files.exists(RepositoryFiles.path(target)))
                    .forEach(target -> broken.add(page + " -> " + target));
        }
        assertThat(broken).isEmpty();
    }

    private static Stream<String> targets(Pattern pattern, Path page) {
        return pattern.matcher(RepositoryFiles.read(page)).results().map(result -> result.group(1));
    }

    private static List<Path> pages() {
        List<Path> pages = new ArrayList<>(RepositoryFiles.under("docs", ".md"));
        pages.addAll(RepositoryFiles.under("deploy", ".md"));
        Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "THIRD-PARTY.md")
                .map(RepositoryFiles::path)
                .filter(Files::exists)
                .forEach(pages::add);
        return pages;
    }
}
