package io.tidemark.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the streams must publish of one run, computed from the ledger alone: seconds of each class and of all together, and the step's
 * result. An event that was acknowledged twice under one number counts once.
 */
final class Oracle {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int[] LENGTHS = {10, 60, 300, 0};
    private static final int MINUTE = 60;
    private static final String ALL = "all";

    /** Which windows of a minute that ends on a full minute (UTC) must be published. */
    enum FullMinutes {
        /** Each that holds a value. */
        ALL,
        /** As other windows: by the release before. */
        AS_OTHERS
    }

    /** A second of a class. */
    static final class Second {
        final Map<String, OracleHistogram> metrics = new TreeMap<>();
        long ended;
        long failed;
        long tokens;

        void add(String metric, long nanos) {
            metrics.computeIfAbsent(metric, unseen -> new OracleHistogram()).add(nanos);
        }
    }

    /** The step's figures. */
    static final class Step {
        final Map<String, OracleHistogram> metrics = new TreeMap<>();
        long due;
        long ok;
        long outputTokens;
        long promptTokens;
    }

    /** A window's figures. */
    record Window(OracleHistogram values, long ended, long failed, long tokens) {}

    private final Map<String, NavigableMap<Long, Second>> classes = new HashMap<>();
    private final FullMinutes fullMinutes;
    private final Step step = new Step();
    private Sum step0 = new Sum(new WindowId("", "", 0, 0));

    Oracle(List<String> ledger) {
        this(ledger, FullMinutes.ALL);
    }

    Oracle(List<String> ledger, FullMinutes fullMinutes) {
        this.fullMinutes = fullMinutes;
        Set<String> seen = new HashSet<>();
        for (String line : ledger) {
            String[] field = line.split("\t", -1);
            if (!seen.add(field[0] + '/' + field[1] + '/' + field[2])) {
                continue;
            }
            if (field[0].equals("T")) {
                batch(field);
            } else {
                request(field);
            }
        }
    }

    Step step() {
        return step;
    }

    /** The last second with an event, or -1. */
    long lastSecond() {
        NavigableMap<Long, Second> all = classes.getOrDefault(ALL, new TreeMap<>());
        return all.isEmpty() ? -1 : all.lastKey();
    }

    /** Windows into which a value of their metric comes with their last second, and full minutes with a value: each must be published. */
    List<WindowId> due() {
        Set<WindowId> ids = new LinkedHashSet<>();
        classes.forEach((name, seconds) -> seconds.forEach((second, cell) -> {
            for (String metric : cell.metrics.keySet()) {
                for (int length : LENGTHS) {
                    ids.add(new WindowId(name, metric, length, second + 1));
                }
                if (fullMinutes == FullMinutes.ALL) {
                    ids.add(new WindowId(name, metric, MINUTE, (second / MINUTE + 1) * MINUTE));
                }
            }
        }));
        return List.copyOf(ids);
    }

    /** The figures of any window. Those of a whole step go on from the last one that was asked for, where that is an earlier one of it. */
    Window window(WindowId id) {
        if (id.seconds() > 0) {
            Sum sum = new Sum(id);
            sum.extend(id.end() - id.seconds(), id.end());
            return sum.window();
        }
        if (!step0.goesOnTo(id)) {
            step0 = new Sum(id);
        }
        step0.extend(step0.end, id.end());
        return step0.window();
    }

    /** Seconds of one metric of a class, added up. */
    private final class Sum {
        private final WindowId id;
        private final OracleHistogram values = new OracleHistogram();
        private long end = Long.MIN_VALUE;
        private long ended;
        private long failed;
        private long tokens;

        Sum(WindowId id) {
            this.id = id;
        }

        boolean goesOnTo(WindowId next) {
            return id.requestClass().equals(next.requestClass())
                    && id.metric().equals(next.metric())
                    && end <= next.end();
        }

        void extend(long from, long until) {
            NavigableMap<Long, Second> seconds = classes.getOrDefault(id.requestClass(), new TreeMap<>());
            for (Second cell : seconds.subMap(from, true, until, false).values()) {
                if (cell.metrics.containsKey(id.metric())) {
                    values.addAll(cell.metrics.get(id.metric()));
                }
                ended += cell.ended;
                failed += cell.failed;
                tokens += cell.tokens;
            }
            end = until;
        }

        Window window() {
            OracleHistogram copy = new OracleHistogram();
            copy.addAll(values);
            return new Window(copy, ended, failed, tokens);
        }
    }

    private void batch(String[] field) {
        long sentAt = Long.parseLong(field[4]) * 1_000 + Long.parseLong(field[5]);
        boolean first = field[6].equals("0");
        long before = Long.parseLong(field[7]);
        for (long chunk : longs(field[8])) {
            for (Second cell : cells(field[3], sentAt + chunk)) {
                cell.tokens++;
                if (first) {
                    cell.add("TTFT", chunk);
                    cell.add("TTFT_DUE", Long.parseLong(field[5]) + chunk);
                } else {
                    cell.add("ITL", chunk - before);
                }
            }
            first = false;
            before = chunk;
        }
    }

    private void request(String[] field) {
        boolean ok = field[6].equals("true");
        long sent = Long.parseLong(field[5]);
        long end = Long.parseLong(field[9]);
        for (Second cell : cells(field[3], Long.parseLong(field[4]) * 1_000 + end)) {
            cell.ended++;
            cell.failed += ok ? 0 : 1;
            if (ok) {
                finished(field).forEach(cell::add);
            }
        }
        step.due++;
        if (!ok) {
            return;
        }
        step.ok++;
        step.outputTokens += Long.parseLong(field[10]);
        step.promptTokens += Long.parseLong(field[11]);
        finished(field).forEach(this::addToStep);
        addToStep("TTFT", Long.parseLong(field[7]) - sent);
        addToStep("TTFT_DUE", Long.parseLong(field[7]));
        longs(field[12]).forEach(gap -> addToStep("ITL", gap));
    }

    private void addToStep(String metric, long nanos) {
        step.metrics.computeIfAbsent(metric, unseen -> new OracleHistogram()).add(nanos);
    }

    /** What is known of an ok request when it has ended. */
    private static Map<String, Long> finished(String[] field) {
        long sent = Long.parseLong(field[5]);
        long first = Long.parseLong(field[7]);
        long last = Long.parseLong(field[8]);
        long tokens = Long.parseLong(field[10]);
        Map<String, Long> values = new TreeMap<>(Map.of("E2E", last - sent, "E2E_DUE", last, "QUEUE_TIME", sent));
        if (tokens > 1) {
            values.put("TPOT", Math.floorDiv(last - first, tokens - 1));
        }
        return values;
    }

    private List<Second> cells(String requestClass, long atNanos) {
        long second = Math.floorDiv(atNanos, NANOS_PER_SECOND);
        return List.of(cell(requestClass, second), cell(ALL, second));
    }

    private Second cell(String requestClass, long second) {
        return classes.computeIfAbsent(requestClass, unseen -> new TreeMap<>())
                .computeIfAbsent(second, unseen -> new Second());
    }

    private static List<Long> longs(String joined) {
        List<Long> values = new ArrayList<>();
        for (String value : joined.split(",", -1)) {
            if (!value.isEmpty()) {
                values.add(Long.valueOf(value));
            }
        }
        return values;
    }
}
