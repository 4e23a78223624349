package io.tidemark.faults;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.streams.host.GroupOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Row 18: three hosts share a team, and one after the other is stopped or killed and comes back, with either group protocol. */
@Tag("faults")
class RebalanceStormTest {
    private static final int HOSTS = 3;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void nothingIsLostOrDoubledWhileTasksMove(GroupOptions.Protocol protocol) throws Exception {
        String name = "18 rebalance storm, " + protocol;
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults(name, 100, 90, 6));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario(name, team);
            List<ChildJvm> hosts = new ArrayList<>();
            for (int i = 0; i < HOSTS; i++) {
                hosts.add(host(scene, protocol, i));
            }
            RealTimeLoad load = row.begin(settings);
            int[] next = {0};
            row.strike(load, settings, () -> {
                int index = next[0]++ % HOSTS;
                boolean clean = next[0] % 2 == 0;
                if (clean) {
                    hosts.get(index).terminate();
                } else {
                    hosts.get(index).kill();
                }
                hosts.set(index, host(scene, protocol, index));
                return "host " + index + (clean ? " stopped" : " killed") + " and started";
            });
            row.mustBeExact(load);
        }
    }

    private static ChildJvm host(ClusterFixture scene, GroupOptions.Protocol protocol, int index) {
        return scene.host(scene.place("host-" + index).with(protocol), List.of("-Xmx192m"));
    }
}
