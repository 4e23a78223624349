package io.tidemark.app.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RunState;
import io.tidemark.events.SloState;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.slo.ErrorBudgetChange;
import io.tidemark.producer.slo.ObjectiveSyntax;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tidemark slo set} and {@code remove} on a cluster whose control topic tells of one run with one objective, of 24 h. */
@Tag("integration")
@Tag("long")
final class ChangedObjectivesTest {
    private static final Team TEAM = new Team("default");
    private static final String RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String OTHER_RUN = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";

    @TempDir
    private Path home;

    @Test
    void anObjectiveIsChangedWithTheBudgetThatItHasAndTakenAwayAgain() {
        try (LocalCluster cluster = LocalCluster.start(home.resolve("cluster"))) {
            assertThat(exit(cluster, "admin", "topics", "create", "--partitions", "2"))
                    .isZero();
            begin(cluster);

            String kept = said(cluster, "slo", "set", "--run", RUN, "--name", "ttft", "ttft_due p99 < 2s");
            assertThat(kept)
                    .startsWith("run " + RUN + ": ttft holds from ")
                    .contains("    ttft_due p99 < 2s over 1m", "    period 24h\n    burn page 10x over 1h/5m for 0s");
            assertThat(held(cluster).objective("ttft").orElseThrow()).satisfies(now -> {
                assertThat(now.getLimitNanos()).isEqualTo(2_000_000_000L);
                assertThat(now.getPeriodSeconds()).isEqualTo(86_400);
                assertThat(now.getBurnRules()).hasSize(1);
            });

            assertRefused(
                    cluster,
                    "--run must be a run of team default that has begun",
                    "slo",
                    "remove",
                    "--run",
                    OTHER_RUN,
                    "ttft");
            assertRefused(cluster, "one of [ttft], but was tttf", "slo", "remove", "--run", RUN, "ttft", "tttf");
            assertThat(held(cluster).names()).containsExactly("ttft");

            assertThat(said(cluster, "slo", "remove", "--run", RUN, "ttft")).contains("ttft is none from ");
            assertThat(held(cluster).names()).isEmpty();
            assertThat(said(cluster, "slo", "set", "--run", RUN, "--name", "ttft", "ttft_due p99 < 2s"))
                    .as("what was taken away has no budget that could be kept")
                    .contains("    no error budget");
        }
    }

    private void begin(LocalCluster cluster) {
        Instant now = InstantSource.system().instant();
        ObjectiveState objective = new ErrorBudgetChange(Optional.of("24h"), List.of("page 10x over 1h"))
                .applyTo(
                        ObjectiveSyntax.parseNamed("ttft", ObjectiveSyntax.parse("ttft_due p99 < 1s")),
                        Optional.empty())
                .objective();
        RunState run = RunState.newBuilder()
                .setRun(RUN)
                .setExperiment("e")
                .setPhase("p")
                .setStarted(now)
                .build();
        SloState slo = SloState.newBuilder()
                .setRun(RUN)
                .setObjective(objective)
                .setChanged(now)
                .build();
        ClusterConnection connection = connection(cluster);
        try (KafkaPublisher publisher = KafkaPublisher.connect(
                new PublisherSettings(connection.bootstrapServers(), Map.of(), SpoolSettings.off()),
                SchemaRegistry.connect(connection.registry()),
                TEAM,
                new Clocks(NanoClock.SYSTEM, InstantSource.system()))) {
            for (Object state : new Object[] {run, slo}) {
                publisher.publish(
                        ControlEvent.newBuilder().setAt(now).setState(state).build());
            }
            publisher.flush();
            assertThat(publisher.lost()).isZero();
        }
    }

    private static ClusterConnection connection(LocalCluster cluster) {
        return new ClusterConnection(
                cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
    }

    private RunControlState held(LocalCluster cluster) {
        try (Shell shell = new Shell(home)) {
            return new RunObjectiveControl(shell.surroundings(), connection(cluster), TEAM, RUN).controlState();
        }
    }

    private String said(LocalCluster cluster, String... verb) {
        try (Shell shell = new Shell(home)) {
            assertThat(run(shell, cluster, verb)).as(shell.err()).isZero();
            return shell.out();
        }
    }

    private int exit(LocalCluster cluster, String... verb) {
        try (Shell shell = new Shell(home)) {
            return run(shell, cluster, verb);
        }
    }

    private void assertRefused(LocalCluster cluster, String why, String... verb) {
        try (Shell shell = new Shell(home)) {
            assertThat(run(shell, cluster, verb)).isEqualTo(ExitCode.USAGE.code());
            assertThat(shell.err()).contains(why);
            assertThat(shell.out()).isEmpty();
        }
    }

    private static int run(Shell shell, LocalCluster cluster, String... verb) {
        String[] where = {"--kafka", cluster.bootstrapServers(), "--registry", cluster.registryUrl()};
        return shell.run(Stream.concat(
                        Stream.concat(Arrays.stream(verb).limit(2), Arrays.stream(where)),
                        Arrays.stream(verb).skip(2))
                .toArray(String[]::new));
    }
}
