package io.tidemark.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.schemas.deadletter.OneLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class ArchiveJobCommandTest {
    private static final String[] CLUSTER = {"--kafka", "127.0.0.1:1", "--registry", "http://127.0.0.1:1"};

    @TempDir
    private Path home;

    private final List<String> said = new ArrayList<>();
    private final StringWriter errors = new StringWriter();

    @Test
    void withoutAFolderNothingIsArchived() {
        assertThat(run("--local")).isEqualTo(2);
        assertThat(errors.toString()).startsWith("Missing required option: '--out=DIR'");
    }

    @Test
    void withoutAClusterTheLocalStackMustBeUp() throws Exception {
        Files.writeString(home.resolve("stack.json"), "{\"kafka\":\"k\",\"registry\":\"r\",\"pid\":999999999}");

        assertThat(run("--local", "--out", "a")).isEqualTo(5);
        assertThat(errors.toString()).contains("stack.json names no stack that is up");
    }

    @Test
    void theLocalStackIsReadWhereNoClusterIsNamed() throws Exception {
        Files.writeString(
                home.resolve("stack.json"),
                "{\"kafka\":\"127.0.0.1:9092\",\"registry\":\"http://127.0.0.1:8081\",\"store\":\"s\",\"pid\":"
                        + ProcessHandle.current().pid() + "}");

        ArchiveOptions.Source source = parsed("--local", "--out", "a").options().source();

        assertThat(source.bootstrapServers()).isEqualTo("127.0.0.1:9092");
        assertThat(source.registry().url()).isEqualTo("http://127.0.0.1:8081");
    }

    @Test
    void kafkaWithoutItsRegistryIsRefused() {
        assertThat(run("--local", "--out", "a", "--kafka", "k:9092")).isEqualTo(2);
        assertThat(errors.toString()).contains("--kafka and --registry go together");
    }

    @Test
    void aTeamsNameThatCannotBeOneIsRefused() {
        assertThat(run(with("--local", "--out", "a", "--team", "Perf"))).isEqualTo(2);
        assertThat(errors.toString()).contains("team must match [a-z0-9-]{1,32} but was \"Perf\"");
    }

    @Test
    void catchingUpNeedsAnEnd() {
        assertThat(run(with("--out", "a", "--until-caught-up"))).isEqualTo(2);
        assertThat(errors.toString()).contains("--until-caught-up needs --local");
    }

    @Test
    void withoutAFlinkThereIsNowhereToRun() {
        assertThat(run(with("--out", home.resolve("a").toString()))).isEqualTo(2);
        assertThat(errors.toString()).contains("no Flink cluster: give --local");
    }

    @Test
    void settingsThatCannotBeReadAreRefused() {
        assertThat(run(with(
                        "--local",
                        "--out",
                        "a",
                        "--kafka-config",
                        home.resolve("none.properties").toString())))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("--kafka-config", "none.properties cannot be read");
    }

    @Test
    void anErrorIsOneLineWithoutWhatSteersATerminal() {
        String name = "none\u001b[31m\nFORGED";

        assertThat(run(with("--local", "--out", "a", "--kafka-config", home + "/" + name)))
                .isEqualTo(2);
        assertThat(errors.toString().strip()).contains("none [31m FORGED").doesNotContainPattern(OneLine.ACTING);
    }

    @Test
    void aTimeThatIsNoneIsRefused() {
        assertThat(run(with("--local", "--out", "a", "--checkpoint-interval", "1h")))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("must be a time such as 500ms, 20s or 1m but was \"1h\"");
    }

    @Test
    void checkpointsAreInTheArchiveUnlessSaidOtherwise() {
        ArchiveJobCommand command = parsed(with("--local", "--out", "s3://bucket/archive/"));

        assertThat(command.options().location().out()).hasToString("s3://bucket/archive");
        assertThat(command.options().location().checkpoints()).hasToString("s3://bucket/archive/_checkpoints");
    }

    @Test
    void aFolderOfThisMachineIsNamedWhole() {
        ArchiveJobCommand command = parsed(with("--local", "--out", "some/../archive", "--checkpoints", "/c d"));

        assertThat(command.options().location().out().toString()).matches("file:///.*/archive");
        assertThat(command.options().location().checkpoints()).hasToString("file:///c%20d");
    }

    @ParameterizedTest
    @ValueSource(strings = "docs/operate/archive.md")
    void everyCommandThatAPageShowsIsUnderstood(String page) throws Exception {
        List<String> commands = Pattern.compile("(?m)^(?:bin/)?tidemark serve archive ([^#\\n]*)")
                .matcher(Files.readString(Path.of("..", "..", page)))
                .results()
                .map(command -> command.group(1).strip())
                .toList();

        assertThat(commands).isNotEmpty();
        commands.stream()
                .filter(command -> !command.startsWith("compact "))
                .forEach(command -> parsed(command.split(" +")));
    }

    @Test
    void compactNeedsAnArchiveOfThisMachine() {
        assertThat(compact("--out", "s3://bucket/archive")).isEqualTo(2);
        assertThat(errors.toString())
                .contains("--out must be a folder of this machine but was \"s3://bucket/archive\"");
        assertThat(compact("--out", home.resolve("none").toString())).isEqualTo(5);
        assertThat(errors.toString()).contains("is no folder of this machine");
        assertThat(compact("--out", home.toString(), "--target-mib", "0")).isEqualTo(2);
    }

    @Test
    void anEmptyArchiveHasNothingToCompact() {
        assertThat(compact("--out", home.toString())).isZero();
        assertThat(said).containsExactly("nothing to compact");
    }

    private int compact(String... arguments) {
        CommandLine line = Archive.line(new CompactCommand(InstantSource.fixed(Instant.EPOCH), said::add));
        line.setErr(new PrintWriter(errors, true));
        return line.execute(arguments);
    }

    private ArchiveJobCommand parsed(String... arguments) {
        ArchiveJobCommand command = command();
        new CommandLine(command).parseArgs(arguments);
        return command;
    }

    private int run(String... arguments) {
        CommandLine line = Archive.line(command());
        line.setErr(new PrintWriter(errors, true));
        return line.execute(arguments);
    }

    private ArchiveJobCommand command() {
        return new ArchiveJobCommand(
                home, InstantSource.fixed(Instant.EPOCH), new Console(said::add, said::add), flink -> {});
    }

    private static String[] with(String... arguments) {
        List<String> all = new ArrayList<>(List.of(CLUSTER));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }
}
