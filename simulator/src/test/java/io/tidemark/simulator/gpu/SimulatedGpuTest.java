package io.tidemark.simulator.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulatedGpuTest {
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedGpu gpu = new SimulatedGpu(GpuSpec.H200, 0);

    @Test
    void idlesColdAndDrawsIdlePower() {
        GpuReading reading = gpu.read(100 * SECOND);

        assertThat(reading.utilisation()).isZero();
        assertThat(reading.powerWatts()).isEqualTo(75);
        assertThat(reading.temperatureCelsius()).isEqualTo(32);
        assertThat(reading.energyMillijoules()).isCloseTo(7.5e6, within(1.0));
        assertThat(reading.smClockMegahertz()).isEqualTo(345);
        assertThat(reading.usedMebibytes()).isZero();
    }

    @Test
    void temperatureFollowsPowerLateAndPowerFollowsWorkSoon() {
        gpu.work(0, 100 * SECOND, 1);

        GpuReading soon = gpu.read(2 * SECOND);
        assertThat(soon.utilisation()).isGreaterThan(0.99);
        assertThat(soon.powerWatts()).isGreaterThan(690);
        // One time constant of 25 s: 32 + 46 * (1 - 1/e) = 61.1, a little less because power took a moment.
        assertThat(soon.temperatureCelsius()).isBetween(33.0, 37.0);
        assertThat(gpu.read(25 * SECOND).temperatureCelsius()).isCloseTo(61.1, within(1.0));
        assertThat(gpu.read(100 * SECOND).temperatureCelsius()).isCloseTo(77.2, within(0.5));
    }

    @Test
    void halfTheTimeBusyIsHalfUtilised() {
        for (int i = 0; i < 300; i++) {
            gpu.work(i * SECOND / 10, i * SECOND / 10 + SECOND / 20, 0.5);
        }

        GpuReading reading = gpu.read(30 * SECOND);
        assertThat(reading.utilisation()).isCloseTo(0.5, within(0.05));
        assertThat(reading.powerWatts()).isCloseTo(75 + 625 * 0.25, within(15.0));
    }

    @Test
    void readingTwiceChangesNothing() {
        gpu.work(0, SECOND, 1);

        assertThat(gpu.read(3 * SECOND)).isEqualTo(gpu.read(3 * SECOND));
    }

    @Test
    void aServerReservesItsShareOfMemory() {
        gpu.reserve(0.9);

        assertThat(gpu.read(1).usedMebibytes()).isEqualTo(129_394 + 620);
    }

    /** The page to compare with is explained in the README beside the pages of metrics. */
    @Test
    void thePageHasTheFieldsTypesAndLabelsOfARecordedOne() throws IOException {
        Map<String, String> ours = shape(
                DcgmMetricsPage.of(List.of(new DcgmMetricsPage.Gpu(0, GpuSpec.H200, gpu.read(SECOND))), "simulator"));

        Map<String, String> recorded = shape(recorded());
        recorded.keySet().retainAll(ours.keySet());
        assertThat(recorded).hasSize(6);
        assertThat(ours).containsAllEntriesOf(recorded);
    }

    @Test
    void everyGpuHasItsOwnIdentity() {
        String page = DcgmMetricsPage.of(
                List.of(
                        new DcgmMetricsPage.Gpu(0, GpuSpec.H200, gpu.read(SECOND)),
                        new DcgmMetricsPage.Gpu(1, GpuSpec.H200, gpu.read(SECOND))),
                "simulator");

        assertThat(page.lines()
                        .filter(line -> line.startsWith("DCGM_FI_DEV_GPU_UTIL{"))
                        .map(line -> line.replaceAll(".*UUID=\"([^\"]*)\".*", "$1")))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    /** By name: type, label names in order, and whether values are whole. */
    private static Map<String, String> shape(String page) {
        Map<String, String> shape = new TreeMap<>();
        page.lines().forEach(line -> {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# TYPE")) {
                shape.put(words[2], words[3]);
            } else if (!line.startsWith("#")) {
                String labels = line.replaceAll("^[^{]*", "")
                        .replaceAll("=\"[^\"]*\"", "")
                        .replaceAll(",DCGM_FI_DRIVER_VERSION", "");
                shape.merge(
                        line.replaceAll("\\{.*", ""),
                        " " + labels.replaceAll("} \\d+$", "} whole").replaceAll("} \\d+\\.\\d{6}$", "} real"),
                        String::concat);
            }
        });
        return shape;
    }

    private static String recorded() throws IOException {
        try (InputStream in = SimulatedGpuTest.class.getResourceAsStream("dcgm-recorded.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
