package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.schemas.kafka.TeamQuotas.Quotas;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class QuotaOptionsTest {
    private static final Quotas NOW = new Quotas(OptionalLong.of(100), OptionalLong.of(200));

    @TempDir
    private Path home;

    @Command
    private static final class Bound {
        @Mixin
        private final TopicsCommand.QuotaOptions options = new TopicsCommand.QuotaOptions();
    }

    private static Optional<Quotas> over(String... typed) {
        Bound bound = new Bound();
        new CommandLine(bound).parseArgs(typed);
        return bound.options.requested().over(NOW);
    }

    /** Nothing listens on tcpmux: a quota that cannot be is refused before the cluster is asked, so before topics are made. */
    @ParameterizedTest
    @CsvSource({
        "--produce-quota, 0,    '--produce-quota must be 1 byte per second or more, or none, but was 0'",
        "--fetch-quota,   0KiB, '--fetch-quota must be 1 byte per second or more, or none, but was 0KiB'",
        "--fetch-quota,   fast, '--fetch-quota must be a number with one of'",
    })
    void aQuotaThatCannotBeIsRefusedByItsOptionBeforeAnythingIsMade(String option, String value, String said) {
        try (Shell shell = new Shell(home)) {
            int exit = shell.run(
                    "admin",
                    "topics",
                    "create",
                    "--kafka",
                    "127.0.0.1:1",
                    "--registry",
                    "http://127.0.0.1:1",
                    option,
                    value);
            assertThat(exit).as(shell.err()).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(said);
        }
    }

    @Test
    void whatIsNotNamedStaysAsItIs() {
        assertThat(over()).isEmpty();
        assertThat(over("--produce-quota", "2KiB")).contains(new Quotas(OptionalLong.of(2_048), OptionalLong.of(200)));
        assertThat(over("--fetch-quota", "1")).contains(new Quotas(OptionalLong.of(100), OptionalLong.of(1)));
    }

    @Test
    void noneLiftsABound() {
        assertThat(over("--produce-quota", "none", "--fetch-quota", "none")).contains(Quotas.NONE);
        assertThat(TopicsCommand.QuotaOptions.format(Quotas.NONE)).isEqualTo("produce unbounded, fetch unbounded");
        assertThat(TopicsCommand.QuotaOptions.format(NOW)).isEqualTo("produce 100 bytes/s, fetch 200 bytes/s");
    }
}
