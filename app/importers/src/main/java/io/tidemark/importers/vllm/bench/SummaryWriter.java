package io.tidemark.importers.vllm.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The block that {@code vllm bench serve} prints, line for line. */
public final class SummaryWriter {
    private static final int WIDTH = 50;

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
        number("Mean " + metric.label() + " (ms):", distribution.meanMillis());
        number("Median " + metric.label() + " (ms):", distribution.medianMillis());
        for (double percentile : selection.percentiles()) {
            String name = "P" + MetricSelection.word(percentile) + " " + metric.label() + " (ms):";
            number(name, distribution.percentileMillis(percentile));
        }
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
        lines.add(String.format(Locale.ROOT, "%-40s %-10s", name, twoPlaces(value)));
    }

    /** As Python rounds: the double's exact value, halves to even; Java's own format would round its shortest decimal. */
    private static String twoPlaces(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}
