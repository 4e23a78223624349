package io.tidemark.streams.steps;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.streams.panes.RequestMeasurement;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;

/** The exact metrics of a step's measured requests, a column per metric that is not the sum of others: 50 bytes a request. Not thread-safe. */
final class RequestColumns {
    private final Map<Metric, long[]> columns = new EnumMap<>(Metric.class);
    private final BitSet ok = new BitSet();
    private long[] dueSeconds = new long[16];
    private byte[] doubts = new byte[16];
    private int rows;

    void add(RequestMeasurement fact) {
        for (Metric metric : Metric.values()) {
            if (isKept(metric)) {
                put(metric, fact.nanos(metric));
            }
        }
        ok.set(rows, fact.ok());
        if (rows == dueSeconds.length) {
            dueSeconds = Arrays.copyOf(dueSeconds, dueSeconds.length * 2);
            doubts = Arrays.copyOf(doubts, doubts.length * 2);
        }
        dueSeconds[rows] = fact.dueSecond();
        doubts[rows] = (byte) fact.doubts().bits();
        rows++;
    }

    int rows() {
        return rows;
    }

    boolean ok(int row) {
        return ok.get(row);
    }

    /** The second that the request of a row was due in. */
    long dueSecond(int row) {
        return dueSeconds[row];
    }

    private RequestDoubts doubts(int row) {
        return RequestDoubts.ofBits(Byte.toUnsignedInt(doubts[row]));
    }

    /** The metric of a row, or -1. */
    long nanos(Metric metric, int row) {
        return switch (metric) {
            case ITL -> -1;
            case E2E_DUE -> RequestMeasurement.fromDue(column(Metric.E2E)[row], column(Metric.QUEUE_TIME)[row]);
            default -> column(metric)[row];
        };
    }

    private static boolean isKept(Metric metric) {
        return metric != Metric.ITL && metric != Metric.E2E_DUE;
    }

    /** The request of a row as far as it is kept: its metrics, and whether it was ok. */
    RequestMeasurement fact(int row) {
        RequestMeasurement.Times times = new RequestMeasurement.Times(
                nanos(Metric.TTFT, row),
                nanos(Metric.TTFT_DUE, row),
                nanos(Metric.TPOT, row),
                nanos(Metric.E2E, row),
                nanos(Metric.QUEUE_TIME, row));
        return new RequestMeasurement(true, ok(row) ? Outcome.OK : Outcome.UNKNOWN, true, times)
                .dueAt(dueSecond(row))
                .with(doubts(row));
    }

    /** The values of the ok requests that have the metric, sorted. */
    long[] sortedOk(Metric metric) {
        long[] values = new long[ok.cardinality()];
        int held = 0;
        for (int row = ok.nextSetBit(0); row >= 0; row = ok.nextSetBit(row + 1)) {
            long nanos = nanos(metric, row);
            if (nanos >= 0) {
                values[held++] = nanos;
            }
        }
        Arrays.sort(values, 0, held);
        return held == values.length ? values : Arrays.copyOf(values, held);
    }

    private void put(Metric metric, long value) {
        long[] column = column(metric);
        if (rows == column.length) {
            column = Arrays.copyOf(column, column.length * 2);
            columns.put(metric, column);
        }
        column[rows] = value;
    }

    private long[] column(Metric metric) {
        return columns.computeIfAbsent(metric, unseen -> new long[16]);
    }
}
