package io.tidemark.app.calibrate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.producer.validity.ErrorPercentiles;
import io.tidemark.producer.validity.MeasurementErrors;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.ValueText;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code tidemark calibrate} says: the errors, what they rest on, and the machine that they hold for. */
public record CalibrationReport(CalibrationResult calibration, LoadLimits limits, String version) {
    private static final String ROW = "  %-14s  %10s  %10s  %10s   %s";

    /** For a terminal. {@code reasons} are why it is past its limits. */
    public List<String> lines(List<String> reasons) {
        MeasurementErrors errors = calibration.errors();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(Locale.ROOT, ROW, "", "p50", "p99", "samples", ""));
        lines.add(row("TTFT error", errors.ttft(), "(first token - send) here less (write - request read) there"));
        lines.add(row("ITL error", errors.itl(), "a gap here less that gap there, either way"));
        lines.add(row("server late", errors.serverLateness(), "by its own schedule; in neither error"));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "  load      %,d streams, %,.0f chunks/s",
                calibration.concurrency(),
                calibration.chunksPerSecond()));
        lines.add(String.format(
                Locale.ROOT,
                "  machine   %d cores, load average %.1f, %s; tidemark %s",
                cores(),
                loadAverage(),
                jvm(),
                version));
        lines.add(String.format(
                Locale.ROOT,
                "  limits    TTFT p99 %s, ITL p99 %s: %s",
                ValueText.latency(limits.calibrationTtftP99().toNanos()),
                ValueText.latency(limits.calibrationItlP99().toNanos()),
                reasons.isEmpty() ? "within" : "PAST"));
        reasons.forEach(reason -> lines.add("  " + reason));
        return lines;
    }

    private static String row(String name, ErrorPercentiles spread, String meaning) {
        return String.format(
                Locale.ROOT,
                ROW,
                name,
                ValueText.latency(spread.p50Nanos()),
                ValueText.latency(spread.p99Nanos()),
                String.format(Locale.ROOT, "%,d", spread.count()),
                meaning);
    }

    /** One line; times in nanoseconds. */
    public String json(List<String> reasons) {
        MeasurementErrors errors = calibration.errors();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("at", calibration.at().toString());
        root.put("concurrency", calibration.concurrency());
        root.put("chunksPerSecond", calibration.chunksPerSecond());
        spread(root.putObject("ttftError"), errors.ttft());
        spread(root.putObject("itlError"), errors.itl());
        spread(root.putObject("serverLateness"), errors.serverLateness());
        root.putObject("limits")
                .put("ttftP99Nanos", limits.calibrationTtftP99().toNanos())
                .put("itlP99Nanos", limits.calibrationItlP99().toNanos());
        root.put("withinLimits", reasons.isEmpty());
        root.set("reasons", RecordJson.of(reasons));
        root.putObject("machine")
                .put("cores", cores())
                .put("loadAverage", loadAverage())
                .put("jvm", jvm())
                .put("tidemark", version);
        return root.toString();
    }

    private static void spread(ObjectNode node, ErrorPercentiles spread) {
        node.put("p50Nanos", spread.p50Nanos())
                .put("p99Nanos", spread.p99Nanos())
                .put("samples", spread.count());
    }

    private static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Of the last minute; below 0 where the system does not say. */
    private static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String jvm() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }
}
