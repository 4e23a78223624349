package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class StreamsHostOptionsTest {
    @TempDir
    private Path home;

    @Command
    private static final class Host {
        @Mixin
        private final StreamsHostOptions options = new StreamsHostOptions();
    }

    /** Nothing listens on tcpmux: what is refused is refused before anybody is asked. */
    @ParameterizedTest
    @CsvSource({
        "--threads=0,             --threads must be >= 1 but was 0",
        "--threads=17,            --threads must be <= 16 but was 17",
        "--internal-partitions=0, --internal-partitions must be >= 1 but was 0",
        "--series=0,              --series must be >= 1 but was 0",
        "--standbys=-1,           --standbys must be >= 0 but was -1",
        "--protocol=none,         --protocol must be classic or streams but was none",
        "--instance=pod/0,        --instance: a host's name must be 1 to 200 letters",
    })
    void whatCannotBeIsRefusedByTheOptionThatWasTyped(String typed, String said) {
        assertRefused(said, typed);
    }

    @Test
    void standbysAreTheBrokersWithTheStreamsProtocol() {
        assertRefused(
                "--standbys must be 0 with --protocol streams but was 1", "--protocol", "streams", "--standbys", "1");
    }

    @Test
    void membersOfTheStreamsProtocolHaveNoNames() {
        assertRefused(
                "--instance does not go together with --protocol streams but was pod-0",
                "--protocol",
                "streams",
                "--instance",
                "pod-0");
    }

    private void assertRefused(String said, String... typed) {
        try (Shell shell = new Shell(home)) {
            String[] command = {"serve", "streams", "--kafka", "127.0.0.1:1", "--registry", "http://127.0.0.1:1"};
            String[] arguments =
                    Stream.of(command, typed).flatMap(Arrays::stream).toArray(String[]::new);
            assertThat(shell.run(arguments)).as(shell.err()).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(said);
        }
    }

    @Test
    void whatIsTypedIsWhatTheHostIsTold() {
        Host host = new Host();
        new CommandLine(host)
                .parseArgs(
                        "--threads",
                        "3",
                        "--series",
                        "50",
                        "--standbys",
                        "2",
                        "--internal-partitions",
                        "8",
                        "--instance",
                        "pod-0");
        var tuning = host.options.tuning();
        assertThat(tuning.threads()).isEqualTo(3);
        assertThat(tuning.maxSeries()).isEqualTo(50);
        assertThat(tuning.internalPartitions()).isEqualTo(8);
        assertThat(tuning.group().standbys()).isEqualTo(2);
        assertThat(tuning.group().member()).contains("pod-0");
    }
}
