package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between our pages lead to files and headings that exist, and so do the paths that pages name. */
final class LinksTest {
    /** Below the root: what no page of ours is. */
    private static final Pattern FOREIGN = Pattern.compile("(^|/)(target|node_modules|src)/|^tidemark/");

    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#|mailto:)([^)#]+)(?:#[^)]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\((?!https?:|mailto:)([^)#]+\\.md)?#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.*)$");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```");
    private static final Pattern NAMED_PATH = Pattern.compile("`((?:docs|deploy)/[A-Za-z0-9/._-]+\\.(?:md|yaml|sh))`");

    @Test
    void everyRelativeLinkLeadsToAFile() throws IOException {
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
    void everyAnchorIsAHeadingOfItsPage() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            ANCHOR.matcher(RepositoryFiles.read(page))
                    .results()
                    .filter(link -> !headings(link.group(1) == null ? page : page.resolveSibling(link.group(1)))
                            .contains(link.group(2)))
                    .forEach(link -> broken.add(page + " -> " + link.group()));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPathThatAPageNamesIsThere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            targets(NAMED_PATH, page)
                    .filter(target -> !Files.exists(RepositoryFiles.path(target)))
                    .forEach(target -> broken.add(page + " -> " + target));
        }
        assertThat(broken).isEmpty();
    }

    /** As GitHub makes anchors of headings: lower case, without marks, spaces as hyphens. */
    private static Set<String> headings(Path page) {
        return HEADING.matcher(CODE.matcher(RepositoryFiles.read(page)).replaceAll(""))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static Stream<String> targets(Pattern pattern, Path page) {
        return pattern.matcher(RepositoryFiles.read(page)).results().map(result -> result.group(1));
    }

    private static List<Path> pages() throws IOException {
        Path root = RepositoryFiles.path("").toRealPath();
        return RepositoryFiles.under("", ".md").stream()
                .filter(page ->
                        !FOREIGN.matcher(root.relativize(page).toString()).find())
                .toList();
    }
}
