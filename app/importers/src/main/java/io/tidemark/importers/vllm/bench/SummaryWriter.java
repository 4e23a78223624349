package io.tidemark.importers.vllm.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The block that {@code vllm bench serve} prints, line for line; where it prints a latency of 0 that was not measured, this says so. */
public final class SummaryWriter {
    private static final int WIDTH = 50;
    private static final String NOT_KNOWN = "not known";

    /** What is less is printed as 0.00. */
    private static final double LEAST_MILLIS = 0.005;

    private final BenchSetup setup;
    private final MetricSelection selection;
    private final BenchmarkAggregates figures;
    private final boolean goodputAsked;
    private final List<String> lines = new ArrayList<>();

    private SummaryWriter(BenchReport report) {
        this.setup = report.setup();
        this.selection = report.selection();
        this.figures = report.figures();
        this.goodputAsked = report.goodput().isConfigured();
    }

    /** Its lines, without line ends. */
    public static List<String> of(BenchReport report) {
        SummaryWriter block = new SummaryWriter(report);
        block.write();
        report.speculation().ifPresent(block::speculation);
        block.lines.add("=".repeat(WIDTH));
        return List.copyOf(block.lines);
    }

    private void write() {
        heading(" Serving Benchmark Result ", '=');
        whole("Successful requests:", figures.completed());
        whole("Failed requests:", figures.failed());
        setup.traffic().maxConcurrency().ifPresent(most -> whole("Maximum request concurrency:", most));
        if (setup.traffic().isFinite()) {
            number("Request rate configured (RPS):", setup.traffic().perSecond());
        }
        number("Benchmark duration (s):", figures.durationSeconds());
        whole("Total input tokens:", figures.inputTokens());
        if (setup.countsTokens()) {
            whole("Total generated tokens:", figures.outputTokens());
        }
        throughput();
        for (VllmBenchMetric metric : VllmBenchMetric.values()) {
            if (setup.shows(metric, selection)) {
                metric(metric);
            }
        }
    }

    private void throughput() {
        number("Request throughput (req/s):", figures.requestThroughput());
        if (goodputAsked) {
            number("Request goodput (req/s):", figures.requestGoodput());
        }
        if (setup.countsTokens()) {
            number("Output token throughput (tok/s):", figures.outputThroughput());
            number("Peak output token throughput (tok/s):", figures.peakOutputTokensPerSecond());
        }
        number("Peak concurrent requests:", figures.peakConcurrentRequests());
        if (setup.countsTokens()) {
            number("Total token throughput (tok/s):", figures.totalTokenThroughput());
        }
    }

    private void metric(VllmBenchMetric metric) {
        NumpyStatistics distribution = figures.of(metric);
        heading(metric.heading(), '-');
        boolean known = isKnown(metric, distribution);
        latency("Mean " + metric.label(), known, distribution.meanMillis());
        latency("Median " + metric.label(), known, distribution.medianMillis());
        for (double percentile : selection.percentiles()) {
            latency(
                    "P" + MetricSelection.word(percentile) + " " + metric.label(),
                    known,
                    distribution.percentileMillis(percentile));
        }
    }

    /** Answers of one token, or in one chunk, have no time between tokens; a request may well wait for nothing in the client. */
    private boolean isKnown(VllmBenchMetric metric, NumpyStatistics distribution) {
        return metric == VllmBenchMetric.CLIENT_QUEUE_TIME
                ? figures.completed() > 0
                : distribution.percentileMillis(100) >= LEAST_MILLIS;
    }

    private void speculation(SpeculationStats speculation) {
        heading("Speculative Decoding", '-');
        number("Acceptance rate (%):", speculation.acceptanceRate());
        number("Acceptance length:", speculation.acceptanceLength());
        whole("Drafts:", speculation.drafts());
        whole("Draft tokens:", speculation.draftTokens());
        whole("Accepted tokens:", speculation.acceptedTokens());
        List<Double> rates = speculation.positionRates();
        if (!rates.isEmpty()) {
            lines.add("Per-position acceptance (%):");
        }
        for (int position = 0; position < rates.size(); position++) {
            number("  Position " + position + ":", rates.get(position) * 100);
        }
    }

    private void heading(String text, char line) {
        int left = (WIDTH - text.length()) / 2;
        String fill = String.valueOf(line);
        lines.add(fill.repeat(left) + text + fill.repeat(WIDTH - text.length() - left));
    }

    private void whole(String name, long value) {
        lines.add(String.format(Locale.ROOT, "%-40s %-10d", name, value));
    }

    private void number(String name, double value) {
        text(name, twoPlaces(value));
    }

    private void latency(String name, boolean known, double millis) {
        text(name + " (ms):", known ? twoPlaces(millis) : NOT_KNOWN);
    }

    private void text(String name, String value) {
        lines.add(String.format(Locale.ROOT, "%-40s %-10s", name, value));
    }

    /** As Python rounds: the double's exact value, halves to even; Java's own format would round its shortest decimal. */
    private static String twoPlaces(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}
