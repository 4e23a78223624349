package io.tidemark.cputimes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.tidemark.cputimes.CpuTimeListener.CpuTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

final class CpuTimeListenerTest {
    /** A program of the name "a (b) c": utime 150, stime 50, cutime 700, cstime 100. */
    private static final String STATISTICS =
            "4242 (a (b) c) S 1 4242 4242 0 -1 4194304 100 0 0 0 150 50 700 100 20 0 12 0 1000 2000 3000\n";

    @TempDir
    Path folder;

    @Test
    void timeOfTheProcessAndOfItsEndedChildrenCounts() {
        assertThat(CpuTime.parse(STATISTICS).seconds()).isEqualTo(10.0);
    }

    @Test
    void aClassIsChargedOnceWithAllSinceTheClassBefore() throws IOException {
        Path statistics = Files.writeString(folder.resolve("stat"), STATISTICS);
        Path reports = folder.resolve("reports");
        System.setProperty(Spender.STATISTICS_PROPERTY, statistics.toString());
        try {
            LauncherFactory.create(LauncherConfig.builder()
                            .enableTestExecutionListenerAutoRegistration(false)
                            .addTestExecutionListeners(new CpuTimeListener(statistics, reports))
                            .build())
                    .execute(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectClass(Cheap.class), selectClass(Spender.class))
                            .build());
        } finally {
            System.clearProperty(Spender.STATISTICS_PROPERTY);
        }
        assertThat(lines(reports)).containsExactly("10.00 " + Cheap.class.getName(), "2.50 " + Spender.class.getName());
    }

    private static List<String> lines(Path reports) throws IOException {
        try (Stream<Path> files = Files.list(reports)) {
            return Files.readAllLines(files.findFirst().orElseThrow());
        }
    }

    static final class Cheap {
        @Test
        void test() {}
    }

    static final class Spender {
        private static final String STATISTICS_PROPERTY = "tidemark.test.statistics";

        @AfterAll
        static void spend() {
            String statistics = System.getProperty(STATISTICS_PROPERTY);
            if (statistics == null) {
                return;
            }
            try {
                Files.writeString(Path.of(statistics), STATISTICS.replace("150 50 700 100", "200 50 800 200"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Nested
        final class Inner {
            @Test
            void test() {}
        }
    }
}
