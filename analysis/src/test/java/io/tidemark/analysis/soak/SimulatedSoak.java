package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A soak in segments of ten minutes: latencies of requests are log-normal, segments vary together and each figure by itself, and a defect sets in at
 * an hour.
 *
 * @param noise how a steady server varies
 * @param defect what changes
 * @param fromHour when it sets in
 */
record SimulatedSoak(Noise noise, Defect defect, int fromHour) {
    static final int SEGMENTS_PER_HOUR = 6;
    private static final int REQUESTS = 200;
    private static final long MICROS = 600_000_000L;
    private static final double GIB = 1L << 30;

    /**
     * How a steady server varies, as relative standard deviations.
     *
     * @param segment of a segment, all figures together
     * @param figure of a segment, each metric by itself
     * @param hour of an hour, all figures together
     * @param correlation of a segment's deviation with that of the one before, in [0, 1)
     * @param memoryStep of one step of the process' memory, which is a random walk
     */
    record Noise(double segment, double figure, double hour, double correlation, double memoryStep) {
        static final Noise INDEPENDENT = new Noise(0.03, 0.02, 0, 0, 0.005);
        static final Noise CORRELATED = new Noise(0.03, 0.02, 0, 0.5, 0.005);
        static final Noise HOURLY = new Noise(0.03, 0.02, 0.02, 0, 0.005);
    }

    /**
     * What changes from an hour on.
     *
     * @param slowerPerHour growth of all latencies
     * @param slower factor of all latencies
     * @param memoryPerHour growth of the process' memory
     * @param empty share of empty answers
     * @param served factor of throughput
     */
    record Defect(double slowerPerHour, double slower, double memoryPerHour, double empty, double served) {
        static final Defect NONE = new Defect(0, 1, 0, 0, 1);
    }

    /** What a soak's verdicts were. */
    record Result(List<SoakVerdict> verdicts, List<SoakEpisode> episodes) {
        boolean hasFinding() {
            return verdicts.stream().anyMatch(verdict -> !verdict.findings().isEmpty());
        }
    }

    /** The first hour with a finding of a kind; the largest int without one. */
    int firstHour(int hours, long seed, SoakFindingKind kind) {
        List<SoakSegment> segments = segments(hours, new Random(seed));
        SoakHistory history = SoakHistory.begin(true, segments.get(0));
        for (SoakSegment segment : segments) {
            SoakHistory.Progress progress = history.with(segment);
            history = progress.history();
            for (SoakVerdict verdict : progress.verdicts()) {
                boolean found = verdict.period().level() == SoakLevel.HOUR
                        && verdict.findings().stream().anyMatch(finding -> finding.kind() == kind && finding.isWorse());
                if (found) {
                    return verdict.period().index();
                }
            }
        }
        return Integer.MAX_VALUE;
    }

    Result run(int hours, long seed) {
        List<SoakVerdict> verdicts = new ArrayList<>();
        List<SoakEpisode> episodes = new ArrayList<>();
        List<SoakSegment> segments = segments(hours, new Random(seed));
        SoakHistory history = SoakHistory.begin(true, segments.get(0));
        for (SoakSegment segment : segments) {
            SoakHistory.Progress progress = history.with(segment);
            history = progress.history();
            verdicts.addAll(progress.verdicts());
            episodes.addAll(progress.ended());
        }
        episodes.addAll(history.episodes());
        return new Result(verdicts, episodes);
    }

    List<SoakSegment> segments(int hours, Random random) {
        List<SoakSegment> segments = new ArrayList<>();
        double shared = 0;
        double ofHour = 0;
        double memory = 4 * GIB;
        for (int number = 0; number < hours * SEGMENTS_PER_HOUR; number++) {
            double past = noise.correlation();
            shared = past * shared + Math.sqrt(1 - past * past) * noise.segment() * random.nextGaussian();
            int hour = number / SEGMENTS_PER_HOUR;
            if (number % SEGMENTS_PER_HOUR == 0) {
                ofHour = noise.hour() * random.nextGaussian();
            }
            double since = Math.max(0, number / (double) SEGMENTS_PER_HOUR - fromHour);
            boolean on = hour >= fromHour;
            memory *= 1
                    + noise.memoryStep() / Math.sqrt(SEGMENTS_PER_HOUR) * random.nextGaussian()
                    + (on ? defect.memoryPerHour() / SEGMENTS_PER_HOUR : 0);
            double slower = (on ? defect.slower() : 1) * Math.pow(1 + defect.slowerPerHour(), since);
            segments.add(
                    segment(number, slower * Math.exp(shared + ofHour), memory, on ? defect : Defect.NONE, random));
        }
        return segments;
    }

    private SoakSegment segment(int number, double slower, double memory, Defect active, Random random) {
        Map<Metric, LogHistogram> sketches = new EnumMap<>(Metric.class);
        long[] typical = {300_000_000L, 25_000_000L, 20_000_000L};
        List<Metric> metrics = List.of(Metric.TTFT_DUE, Metric.TPOT, Metric.ITL);
        for (int at = 0; at < metrics.size(); at++) {
            double own = typical[at] * slower * Math.exp(noise.figure() * random.nextGaussian());
            LogHistogram sketch = new LogHistogram();
            IntStream.range(0, REQUESTS)
                    .forEach(request -> sketch.add(Math.round(own * Math.exp(0.4 * random.nextGaussian()))));
            sketches.put(metrics.get(at), sketch);
        }
        long empty = IntStream.range(0, REQUESTS)
                .filter(request -> random.nextDouble() < active.empty())
                .count();
        long tokens = Math.round(active.served() * REQUESTS * 150 / slower);
        Map<Metric, byte[]> encoded = new EnumMap<>(Metric.class);
        sketches.forEach((metric, sketch) -> encoded.put(metric, sketch.encode()));
        return new SoakSegment(
                number,
                number * MICROS,
                (number + 1) * MICROS,
                new SoakCounts(REQUESTS, REQUESTS - empty, empty, tokens),
                encoded,
                Map.of(SoakMeasure.PROCESS_MEMORY, memory, SoakMeasure.GPU_MEMORY, 70 * GIB),
                0);
    }
}
