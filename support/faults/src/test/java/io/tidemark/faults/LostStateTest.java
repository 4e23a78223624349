package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Row 8: while a host is down its state directory is deleted, or every file in it is overwritten with noise. */
@Tag("faults")
class LostStateTest {
    @TempDir
    private Path folder;

    /** What happens to the files. */
    enum Damage {
        DELETED {
            @Override
            void strike(Path file, SplittableRandom random) throws IOException {
                Files.deleteIfExists(file);
            }
        },
        CORRUPTED {
            @Override
            void strike(Path file, SplittableRandom random) throws IOException {
                if (Files.isRegularFile(file)) {
                    byte[] noise = new byte[64];
                    random.nextBytes(noise);
                    Files.write(file, noise);
                }
            }
        };

        abstract void strike(Path file, SplittableRandom random) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void theStateComesBackFromItsChangelog(Damage damage) throws Exception {
        String name = "8 state " + damage;
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults(name, 150, 30, 2));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario(name, team);
            List<ChildJvm> hosts = new ArrayList<>(List.of(scene.host("host")));
            RealTimeLoad load = row.begin(settings);
            row.strike(load, settings, () -> {
                // A host that was started a moment ago on a busy machine has none yet.
                Await.until(
                        () -> Files.isDirectory(scene.stateDir("host")),
                        FaultScenario.LIMIT,
                        () -> "no state in " + scene.stateDir("host"));
                hosts.get(hosts.size() - 1).kill();
                List<Path> files = files(scene.stateDir("host"));
                for (Path file : files) {
                    damage.strike(file, new SplittableRandom(settings.seed()));
                }
                hosts.add(scene.host("host"));
                return files.size() + " files " + damage;
            });
            row.mustBeExact(load);
        }
    }

    /** Deepest first. */
    private static List<Path> files(Path stateDir) {
        try (Stream<Path> files = Files.walk(stateDir)) {
            return files.sorted(Comparator.reverseOrder()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
