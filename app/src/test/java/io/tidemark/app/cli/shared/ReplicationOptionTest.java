package io.tidemark.app.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.reports.failure.OperationException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

final class ReplicationOptionTest {
    @Command
    private static final class Host {}

    private static ReplicationOption parsed(String... words) {
        ReplicationOption option = new ReplicationOption();
        new CommandLine(new Host()).addMixin("replication", option).parseArgs(words);
        return option;
    }

    @Test
    void theBrokersChooseUnlessANumberIsGiven() {
        assertThat(parsed().given()).isEmpty();
        assertThat(parsed().description(OptionalInt.of(3), 5))
                .isEqualTo("3 copies of each partition (the brokers' default.replication.factor)");
        assertThat(parsed("--replication", "2").given()).contains((short) 2);
        assertThat(parsed("--replication", "2").description(OptionalInt.of(2), 5))
                .isEqualTo("2 copies of each partition (--replication)");
    }

    /** Apache Kafka's own default of the setting is 1. */
    @Test
    void oneCopyOnSeveralBrokersIsSaidToLoseRecords() {
        assertThat(parsed().description(OptionalInt.of(1), 3))
                .isEqualTo("1 copy of each partition (the brokers' default.replication.factor);"
                        + " the loss of one of the 3 brokers loses records: give --replication");
        assertThat(parsed().description(OptionalInt.of(1), 1)).doesNotContain("loses");
    }

    @Test
    void whatMayNotBeReadIsSaidToBeUnknown() {
        assertThat(parsed().description(OptionalInt.empty(), 3))
                .isEqualTo("as many copies of each partition as the brokers' default.replication.factor says,"
                        + " which this user may not read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1"})
    void lessThanOneCopyIsRefused(String copies) {
        assertThatThrownBy(() -> parsed("--replication", copies).given())
                .isInstanceOf(OperationException.class)
                .hasMessage("--replication must be at least 1 but was " + copies
                        + "; leave it away for the brokers' default.replication.factor");
    }
}
