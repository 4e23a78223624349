package io.tidemark.analysis.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.soak.SimulatedSoak.Defect;
import io.tidemark.analysis.soak.SimulatedSoak.Noise;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many steady soaks have any finding, and how soon a defect is found. Prints the table of docs/internals/verdict-statistics.md. */
@Tag("long")
final class LongSoakFalseAlarmsTest {
    private static final int SOAKS = 100;
    private static final int HOURS = 40;
    /** What is told and not asked for. */
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({
        "INDEPENDENT, 24, 1000, 0.02",
        "CORRELATED, 24, 1000, 0.02",
        "HOURLY, 24, 1000, 0.03",
        "INDEPENDENT, 720, 50, 0.04"
    })
    void fewSteadySoaksHaveAFinding(String noise, int hours, int soaks, double most) {
        SimulatedSoak steady = new SimulatedSoak(noise(noise), Defect.NONE, 0);
        long alarms = IntStream.range(0, soaks)
                .parallel()
                .filter(soak -> steady.run(hours, soak).hasFinding())
                .count();
        System.out.printf(
                Locale.ROOT,
                "| %s | %d h | %d | %.1f %% |%n",
                noise.toLowerCase(Locale.ROOT),
                hours,
                soaks,
                100.0 * alarms / soaks);
        assertThat(alarms).isLessThanOrEqualTo(Math.round(most * soaks));
    }

    @Test
    void defectsAreFoundWithinHours() {
        print("latencies +2 %/hour", new Defect(0.02, 1, 0, 0, 1), 3, SoakFindingKind.LATENCY_DRIFT, 12);
        print("latencies +1 %/hour", new Defect(0.01, 1, 0, 0, 1), 3, SoakFindingKind.LATENCY_DRIFT, 24);
        print("latencies +10 % at once", new Defect(0, 1.1, 0, 0, 1), 12, SoakFindingKind.LATENCY_DRIFT, NO_LIMIT);
        print("latencies +15 % at once", new Defect(0, 1.15, 0, 0, 1), 12, SoakFindingKind.LATENCY_DRIFT, 6);
        print("latencies +20 % at once", new Defect(0, 1.2, 0, 0, 1), 12, SoakFindingKind.LATENCY_DRIFT, 4);
        print("tokens/s -20 % at once", new Defect(0, 1, 0, 0, 0.8), 12, SoakFindingKind.THROUGHPUT_LOSS, 4);
        print("memory +1 %/hour", new Defect(0, 1, 0.01, 0, 1), 3, SoakFindingKind.MEMORY_GROWTH, 24);
        print("memory +2 %/hour", new Defect(0, 1, 0.02, 0, 1), 3, SoakFindingKind.MEMORY_GROWTH, 16);
        print("1 % empty answers", new Defect(0, 1, 0, 0.01, 1), 6, SoakFindingKind.SILENT_EMPTY, 6);
    }

    private static void print(String name, Defect defect, int fromHour, SoakFindingKind kind, int within) {
        SimulatedSoak soak = new SimulatedSoak(Noise.INDEPENDENT, defect, fromHour);
        int[] hours = IntStream.range(0, SOAKS)
                .parallel()
                .map(seed -> soak.firstHour(HOURS, seed, kind))
                .map(hour -> hour == Integer.MAX_VALUE ? hour : hour - fromHour + 1)
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "| %s from hour %d | %s | %s | %.1f %% |%n",
                name,
                fromHour,
                text(hours[hours.length / 2]),
                text(hours[hours.length * 9 / 10]),
                100.0 * Arrays.stream(hours).filter(hour -> hour <= 0).count() / hours.length);
        assertThat(hours[hours.length * 9 / 10]).as(name).isLessThanOrEqualTo(within);
    }

    private static String text(int hours) {
        return hours == Integer.MAX_VALUE ? "not within " + HOURS + " h" : hours + " h";
    }

    private static Noise noise(String name) {
        return switch (name) {
            case "CORRELATED" -> Noise.CORRELATED;
            case "HOURLY" -> Noise.HOURLY;
            default -> Noise.INDEPENDENT;
        };
    }
}
