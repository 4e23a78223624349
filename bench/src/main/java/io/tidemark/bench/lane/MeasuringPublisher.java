package io.tidemark.bench.lane;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForwardingPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.run.RunListener;
import io.tidemark.producer.tally.StepSummary;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.schemas.time.Clocks;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Passes events on and keeps what the benchmark asks for: references on the publisher's thread, costs at the step's ends. */
final class MeasuringPublisher extends ForwardingPublisher {
    private static final String LANE = "tidemark-lane";

    private final Clocks clocks;
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<RequestEvent> requests = new ArrayList<>();
    private final Instant anchor;
    private final long anchorNanos;
    private long published;
    private long startNanos;
    private long startCpuNanos;
    private long wallNanos;
    private long cpuNanos;
    private LaneCosts laneBefore = LaneCosts.NONE;
    private LaneCosts lane = LaneCosts.NONE;
    private long lagP99Nanos;

    MeasuringPublisher(Publisher publisher, Clocks clocks) {
        super(publisher);
        this.clocks = clocks;
        this.anchor = clocks.wall().instant();
        this.anchorNanos = clocks.elapsed().nanos();
    }

    RunListener listener() {
        return new RunListener() {
            @Override
            public void stepEnded(StepSummary summary) {
                wallNanos = clocks.elapsed().nanos() - startNanos;
                cpuNanos = process.getProcessCpuTime() - startCpuNanos;
                lagP99Nanos = summary.scheduleLagP99Nanos().orElse(0);
                lane = lane().since(laneBefore);
            }
        };
    }

    /** Of the thread that stamps: since it began, or between two moments. */
    private record LaneCosts(long cpuNanos, long bytes) {
        static final LaneCosts NONE = new LaneCosts(0, 0);

        LaneCosts since(LaneCosts before) {
            return new LaneCosts(cpuNanos - before.cpuNanos, bytes - before.bytes);
        }
    }

    private LaneCosts lane() {
        long cpu = 0;
        long bytes = 0;
        for (long id : threads.getAllThreadIds()) {
            var info = threads.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith(LANE)) {
                cpu += threads.getThreadCpuTime(id);
                bytes += threads.getThreadAllocatedBytes(id);
            }
        }
        return new LaneCosts(cpu, bytes);
    }

    /** Once the run is over. */
    ClientCosts costs() {
        LogHistogram gaps = new LogHistogram();
        long chunks = 0;
        for (RequestEvent event : requests) {
            chunks += event.getChunkCount();
            byte[] sketch = new byte[event.getItlSketch().remaining()];
            event.getItlSketch().duplicate().get(sketch);
            gaps.merge(LogHistogram.decode(sketch));
        }
        return new ClientCosts(
                wallNanos,
                cpuNanos,
                lane.cpuNanos(),
                lane.bytes(),
                chunks,
                published,
                gaps.isEmpty() ? 0 : gaps.quantile(0.99),
                lagP99Nanos);
    }

    /** Once the run is over. */
    List<ClientRequestRecord> seen() {
        return requests.stream().map(this::seen).toList();
    }

    private ClientRequestRecord seen(RequestEvent event) {
        Long first = event.getFirstTokenNanos();
        Long connected = event.getConnectEndNanos();
        return new ClientRequestRecord(
                event.getRun() + "-" + event.getRequest(),
                event.getOutcome(),
                anchorNanos + Duration.between(anchor, event.getDue()).toNanos(),
                event.getSentNanos() == null ? 0 : event.getSentNanos(),
                connected == null ? 0 : connected,
                first == null ? 0 : first,
                event.getChunkCount());
    }

    @Override
    public void publish(TokenBatch batch) {
        published += batch.getPart() == StepPart.MEASURED ? batch.getGapsNanos().size() : 0;
        super.publish(batch);
    }

    @Override
    public void publish(RequestEvent event) {
        if (event.getPart() == StepPart.MEASURED) {
            requests.add(event);
        }
        super.publish(event);
    }

    @Override
    public void publish(ControlEvent event) {
        if (startNanos == 0 && event.getState() instanceof StepState) {
            startNanos = clocks.elapsed().nanos();
            startCpuNanos = process.getProcessCpuTime();
            laneBefore = lane();
        }
        super.publish(event);
    }
}
