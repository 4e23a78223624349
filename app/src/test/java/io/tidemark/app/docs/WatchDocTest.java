package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.watch.WatchFile;
import io.tidemark.app.watch.WatchFileReader;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.yaml.KnownKeys;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The example of watched plans, the page and the reader say the same; what deploy has names commands that there are. */
final class WatchDocTest {
    private static final String EXAMPLE = "docs/examples/watch.yaml";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_.\\[\\]]+)` \\|");

    @Test
    void theExampleIsRead() {
        WatchFile file = WatchFileReader.read(RepositoryFiles.path(EXAMPLE));

        assertThat(file.plans()).extracting(plan -> plan.name()).containsExactly("nightly", "soak", "trial");
    }

    @Test
    void thePageHasARowForEachKey() {
        KnownKeys keys = new KnownKeys();
        WatchFileReader.parse(RepositoryFiles.read(EXAMPLE), RepositoryFiles.path(EXAMPLE), keys);
        Set<String> known = new TreeSet<>();
        keys.byPath().forEach((path, names) -> names.forEach(name -> known.add(shown(path, name))));

        Set<String> rows = ROW.matcher(RepositoryFiles.read("docs/how-to/watch-a-server.md"))
                .results()
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(rows).containsExactlyElementsOf(known);
    }

    @Test
    void theCronJobsFileIsRead() {
        WatchFile file = WatchFileReader.read(RepositoryFiles.path("deploy/kubernetes/components/watch/watch.yaml"));

        assertThat(file.plans()).extracting(plan -> plan.name()).containsExactly("nightly");
    }

    private static String shown(String path, String name) {
        return path.isEmpty() ? name : path + "." + name;
    }
}
