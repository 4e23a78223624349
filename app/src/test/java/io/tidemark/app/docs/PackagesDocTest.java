package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackagesDocTest {
    private static final String ALONE = "the root alone";

    /** {@code | `module` | `root package` | `package`, ... |}. */
    private record Row(String sources, String root, Set<String> packages) {
        static Row of(String line) {
            List<String> cells = Stream.of(line.split("\\|"))
                    .map(cell -> cell.replace("`", "").strip())
                    .toList();
            Set<String> packages = new TreeSet<>(Set.of(cells.get(3).split(", ")));
            packages.remove(ALONE);
            return new Row(cells.get(1) + "/src/main/java", cells.get(2), packages);
        }

        Set<String> inTheTree() {
            Path folder = RepositoryFiles.path(sources + "/" + root.replace('.', '/'));
            return RepositoryFiles.under(sources, "package-info.java").stream()
                    .map(Path::getParent)
                    .filter(found -> !found.equals(folder))
                    .map(found -> folder.relativize(found).toString().replace('/', '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void thePageHasThePackagesOfEveryModule() {
        List<Row> rows = RepositoryFiles.read("docs/internals/packages.md")
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(Row::of)
                .toList();
        assertThat(rows).hasSizeGreaterThan(20);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.packages()).as(row.root()).isEqualTo(row.inTheTree()));
    }
}
