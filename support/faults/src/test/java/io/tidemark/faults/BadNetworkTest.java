package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.fixtures.process.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 12 and 13: the line between the host and the broker passes nothing for a while, or is slow and breaks. */
@Tag("faults")
class BadNetworkTest {
    private static final Duration BLACK = Duration.ofSeconds(Long.getLong("tidemark.faults.blackSeconds", 45));
    private static final ProxyFault SLOW = ProxyFault.line(Duration.ofMillis(50), 125_000, 0.002);

    @TempDir
    private Path folder;

    /** A row's faults. */
    @FunctionalInterface
    private interface Faults {
        void strike(FaultScenario row, RealTimeLoad load, FaultProxy proxy) throws Exception;
    }

    @Test
    void afterABlackholeAllIsThereOnce() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("12 blackhole", 100, 90, 0));
        behindAProxy("12 blackhole", settings, (row, load, proxy) -> {
            Await.moment(load.start().plusSeconds(settings.seconds() / 4));
            proxy.set(ProxyFault.BLACKHOLE);
            Instant black = InstantSource.system().instant();
            Await.moment(black.plus(BLACK));
            proxy.set(ProxyFault.NONE);
            Instant healed = InstantSource.system().instant();
            row.tell("first output "
                    + FaultScenario.seconds(
                            ClusterFixture.untilOutput(healed, row.team().results(), FaultScenario.LIMIT))
                    + " after "
                    + FaultScenario.seconds(BLACK) + " without a byte");
        });
    }

    @Test
    void aSlowLineThatBreaksDelaysButLosesNothing() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("13 slow line", 60, 80, 0));
        behindAProxy("13 slow line", settings, (row, load, proxy) -> {
            Await.moment(load.start().plusSeconds(settings.seconds() / 8));
            proxy.set(SLOW);
            Await.moment(load.start().plusSeconds(settings.seconds() * 5L / 8));
            // By chance it may be none until then.
            Await.until(() -> proxy.resets() > 0, FaultScenario.LIMIT, () -> "no connection was reset");
            long resets = proxy.resets();
            proxy.set(ProxyFault.NONE);
            row.tell("1 Mbit/s, 50 ms each way, " + resets + " ends of connections reset");
        });
    }

    private void behindAProxy(String name, FaultSettings settings, Faults faults) throws Exception {
        int port = FreePorts.next();
        KafkaCluster.Shape shape = new KafkaCluster.Shape(1, OptionalInt.of(port), Map.of());
        try (ClusterFixture scene = ClusterFixture.start(folder, shape);
                FaultProxy proxy = FaultProxy.start(port, scene.kafka().proxiedPort(), settings.seed())) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario(name, team);
            ChildJvm host = scene.host(scene.place("host").withKafka("127.0.0.1:" + port), List.of("-Xmx256m"));
            RealTimeLoad load = row.begin(settings);
            faults.strike(row, load, proxy);
            row.mustBeExact(load);
            assertThat(host.isAlive()).isTrue();
        }
    }
}
