package io.tidemark.bench.sketch;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.encoding.ByteArrayInput;
import com.datadoghq.sketch.ddsketch.encoding.GrowingByteArrayOutput;
import com.datadoghq.sketch.ddsketch.mapping.LogarithmicMapping;
import com.datadoghq.sketch.ddsketch.store.UnboundedSizeDenseStore;
import io.tidemark.schemas.sketch.LogHistogram;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Each operation of the sketch and of DDSketch with the same gamma, over latencies around 20 ms. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SketchBenchmark {
    private static final double GAMMA = Math.pow(2, 1.0 / 32);
    private static final double MEDIAN_NANOS = 20e6;
    private static final double SIGMA = 0.5;

    /** Values in a sketch: a second of a quiet lane, a second of a busy one, a window. */
    @Param({"20", "1000"})
    public int values;

    private long[] nanos = new long[0];
    private int next;
    private LogHistogram ours = new LogHistogram();
    private LogHistogram oursInto = new LogHistogram();
    private byte[] oursBytes = new byte[0];
    private DDSketch theirs = empty();
    private DDSketch theirsInto = empty();
    private byte[] theirsBytes = new byte[0];

    private static DDSketch empty() {
        return new DDSketch(new LogarithmicMapping((GAMMA - 1) / (GAMMA + 1)), UnboundedSizeDenseStore::new);
    }

    /** Fills both with the same values. */
    @Setup
    public void fill() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        nanos = new long[values];
        for (int i = 0; i < values; i++) {
            nanos[i] = Math.round(MEDIAN_NANOS * Math.exp(SIGMA * random.nextGaussian()));
            ours.add(nanos[i]);
            theirs.accept((double) nanos[i]);
        }
        oursInto = ours.copy();
        theirsInto = theirs.copy();
        oursBytes = ours.encode();
        theirsBytes = encode(theirs);
    }

    private long nextNanos() {
        next = next + 1 == values ? 0 : next + 1;
        return nanos[next];
    }

    @Benchmark
    public void addOurs() {
        if (oursInto.count() > Integer.MAX_VALUE / 2) {
            oursInto = new LogHistogram();
        }
        oursInto.add(nextNanos());
    }

    @Benchmark
    public void addTheirs() {
        theirsInto.accept((double) nextNanos());
    }

    /** Into an empty one, so that counts cannot overflow; making it is part of both. */
    @Benchmark
    public LogHistogram mergeOurs() {
        LogHistogram into = new LogHistogram();
        into.merge(ours);
        into.merge(ours);
        return into;
    }

    @Benchmark
    public DDSketch mergeTheirs() {
        DDSketch into = empty();
        into.mergeWith(theirs);
        into.mergeWith(theirs);
        return into;
    }

    @Benchmark
    public byte[] encodeOurs() {
        return ours.encode();
    }

    @Benchmark
    public byte[] encodeTheirs() throws IOException {
        return encode(theirs);
    }

    @Benchmark
    public LogHistogram decodeOurs() {
        return LogHistogram.decode(oursBytes);
    }

    @Benchmark
    public DDSketch decodeTheirs() throws IOException {
        return DDSketch.decode(ByteArrayInput.wrap(theirsBytes), UnboundedSizeDenseStore::new);
    }

    @Benchmark
    public long quantileOurs() {
        return ours.quantile(0.99);
    }

    @Benchmark
    public double quantileTheirs() {
        return theirs.getValueAtQuantile(0.99);
    }

    /** Bytes that both take. */
    int[] sizesBytes() {
        return new int[] {oursBytes.length, theirsBytes.length};
    }

    private static byte[] encode(DDSketch sketch) throws IOException {
        GrowingByteArrayOutput output = GrowingByteArrayOutput.withDefaultInitialCapacity();
        sketch.encode(output, false);
        return output.trimmedCopy();
    }
}
