package io.tidemark.app.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.results.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What commands print and write does not depend on the default locale: German writes 1.234,5 for 1,234.5, and Turkish has no "i" below "I".
 */
final class DefaultLocaleTest {
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0W0000";
    private static final List<String> TEXT = List.of(".md", ".html", ".svg", ".csv", ".json", ".xml", ".txt");

    private final Locale before = Locale.getDefault();

    @TempDir
    private Path folder;

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"de-DE", "tr-TR"})
    void outputAndFilesAreTheSameInEveryLocale(String tag) throws IOException {
        Map<String, String> expected = outputs(Locale.ROOT, folder.resolve("root"));

        Map<String, String> others = outputs(Locale.forLanguageTag(tag), folder.resolve("else"));

        assertThat(others).hasSizeGreaterThan(10).containsOnlyKeys(expected.keySet());
        expected.forEach((name, text) -> assertThat(others.get(name).lines())
                .as(name)
                .containsExactlyElementsOf(text.lines().toList()));
        assertThat(others.get("compare baseline slower"))
                .containsPattern("\\d\\.\\d")
                .doesNotContainPattern("\\d,\\d\\D");
    }

    /** What each command printed, and what stands in each file of text that it wrote. */
    private static Map<String, String> outputs(Locale locale, Path home) throws IOException {
        Locale.setDefault(locale);
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT); // as main does
        Files.createDirectories(home);
        try (StoredRuns runs = new StoredRuns(home.resolve("store.db"))) {
            runs.inTurns(
                    5,
                    StoredRuns.Kind.of("baseline"),
                    StoredRuns.Kind.of("slower").slowerBy(1.3));
        }
        Path csv = Files.writeString(home.resolve("smoke.csv"), ExportTest.CSV);
        Map<String, String> texts = new TreeMap<>();
        run(texts, home, "runs", "import", csv.toString(), "--experiment", "INFILE", "--phase", "smoke");
        run(texts, home, "runs", "list");
        run(texts, home, "runs", "show", RUN);
        run(texts, home, "compare", "baseline", "slower");
        run(texts, home, "compare", "baseline", "slower", "--json");
        run(texts, home, "gate", "--baseline", "baseline", "--candidate", "slower");
        run(texts, home, "gate", "--baseline", "baseline", "--candidate", "slower", "--json");
        run(texts, home, "report", RUN, "--out", home.resolve("report").toString());
        for (String format : List.of("csv", "summary", "vllm")) {
            String out = home.resolve("exported-" + format).toString();
            run(texts, home, "runs", "export", "--experiment", "INFILE", "--format", format, "--out", out);
        }
        readFiles(texts, home);
        texts.replaceAll((name, text) -> text.replace(home.toString(), "HOME"));
        return texts;
    }

    private static void run(Map<String, String> texts, Path home, String... arguments) {
        CommandOutput said = CommandOutput.run(home, arguments);
        texts.put(String.join(" ", arguments).replace(home.toString(), "HOME"), said.code() + "\n" + said.text());
    }

    private static void readFiles(Map<String, String> texts, Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(DefaultLocaleTest::isText).toList()) {
                texts.put(home.relativize(file).toString(), Files.readString(file));
            }
        }
    }

    private static boolean isText(Path file) {
        return TEXT.stream().anyMatch(file.getFileName().toString()::endsWith);
    }
}
