package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.archive.format.Dataset;
import io.tidemark.archive.job.SampleArchive;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What docs/operate/archive.md shows works: its statements on an archive of 1,000 requests, of which number 7 was sent twice and number 8 is missing. */
final class ArchiveDocTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "operate", "archive.md");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");

    @TempDir
    private static Path folder;

    @BeforeAll
    static void write() throws IOException {
        TrustedEventClasses.trust();
        RandomEvents drawn = new RandomEvents(5);
        try (SampleArchive archive = new SampleArchive(folder.resolve("archive"))) {
            for (int n = 0; n < 1_000; n++) {
                RequestEvent request = drawn.request("a", n);
                TokenBatch tokens = drawn.tokens("a", n);
                if (n != 8) {
                    archive.event(Dataset.REQUESTS, "perf", request, n);
                }
                if (n == 7) {
                    archive.event(Dataset.REQUESTS, "perf", request, 5_000);
                }
                archive.event(Dataset.TOKENS, "perf", tokens, n);
            }
            archive.rejected("perf", "tidemark.perf.tokens", "it begins with 0x7b");
        }
    }

    @Test
    void everyStatementRuns() throws Exception {
        List<String> statements = blocks("sql");

        assertThat(statements).hasSize(6);
        try (ArchiveReader duckdb = new ArchiveReader(folder.resolve("archive"))) {
            for (String statement : statements.subList(0, 5)) {
                assertThat(duckdb.query(here(statement))).as(statement).isNotEmpty();
            }
            duckdb.run(here(statements.get(5)));
            assertThat(duckdb.query("SELECT count(*) AS n FROM '" + folder + "/compacted/**/*.parquet'"))
                    .isEqualTo(List.of(Map.of("n", "999")));
        }
    }

    @Test
    void whatIsMissingAndWhatWasResentIsToldByLane() throws Exception {
        String statement = blocks("sql").stream()
                .filter(sql -> sql.contains("resent"))
                .findFirst()
                .orElseThrow();
        try (ArchiveReader duckdb = new ArchiveReader(folder.resolve("archive"))) {
            assertThat(duckdb.query(here(statement)))
                    .isEqualTo(List.of(Map.of("run", RandomEvents.RUN, "lane", "a", "missing", "1", "resent", "1")));
        }
    }

    @Test
    void pandasReadsIt() throws Exception {
        Process has = python("import pandas, pyarrow");
        assumeTrue(
                has.exitValue() == 0,
                () -> "not run: the example needs a python3 with pandas and pyarrow; here: " + lastLine(has));

        Process shown = python(blocks("python").get(0));

        assertThat(shown.exitValue()).as(error(shown)).isZero();
        assertThat(new String(shown.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains(RandomEvents.RUN)
                .contains("0.50")
                .contains("0.99");
    }

    @Test
    void everyCommandShownIsUnderstood() {
        List<String> commands = blocks("sh").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("tidemark serve archive "))
                .map(line -> line.substring("tidemark serve archive ".length()))
                .toList();

        assertThat(commands)
                .hasSize(3)
                .allSatisfy(command ->
                        assertThat(complaint(command + " --stop-here")).startsWith("Unknown option: '--stop-here'"));
    }

    @Test
    void theTableOfOptionsHasEveryOptionAndNoOther() {
        String page = page();
        TreeSet<String> documented = Pattern.compile("(?m)^\\| (`--.*?) \\|")
                .matcher(page)
                .results()
                .flatMap(row ->
                        Pattern.compile("--[a-z-]+").matcher(row.group(1)).results())
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));

        TreeSet<String> options = Stream.of(command(), compact())
                .flatMap(command -> new CommandLine(command).getCommandSpec().options().stream())
                .map(option -> option.longestName())
                .filter(name -> !name.equals("--help") && !name.equals("--version"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(documented).isEqualTo(options);
    }

    private static String complaint(String command) {
        StringWriter said = new StringWriter();
        boolean compacts = command.startsWith("compact ");
        CommandLine line = Archive.line(compacts ? compact() : command());
        line.setErr(new PrintWriter(said, true));
        line.execute(command.replaceFirst("^compact ", "").split(" "));
        return said.toString();
    }

    private static CompactCommand compact() {
        return new CompactCommand(InstantSource.fixed(Instant.EPOCH), line -> {});
    }

    private static ArchiveJobCommand command() {
        return new ArchiveJobCommand(
                folder, InstantSource.fixed(Instant.EPOCH), new Console(line -> {}, line -> {}), flink -> {});
    }

    private static Process python(String program) throws IOException, InterruptedException {
        Process python = new ProcessBuilder("sh", "-c", "exec python3 -c \"$0\"", program)
                .directory(folder.toFile())
                .start();
        python.waitFor();
        return python;
    }

    private static String error(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private static String lastLine(Process process) {
        try {
            return error(process).lines().reduce("", (before, line) -> line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String here(String statement) {
        return statement
                .replace("'archive/", "'" + folder + "/archive/")
                .replace("'compacted'", "'" + folder + "/compacted'");
    }

    private static List<String> blocks(String language) {
        return FENCED.matcher(page())
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    private static String page() {
        try {
            return Files.readString(PAGE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
