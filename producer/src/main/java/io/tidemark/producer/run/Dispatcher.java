package io.tidemark.producer.run;

import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.client.RequestBody;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.workload.Prompt;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.time.NanoClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a step's requests when they are due, whether or not earlier ones have ended, on a thread of its own. Each is made
 * ready before it is due.
 */
final class Dispatcher implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final long LONGEST_PARK_NANOS = 50_000_000;
    private static final long MOST_AHEAD_BYTES = 8 << 20;
    /** What the making of one may take; with less than this left, none is begun. */
    private static final long PLAN_NANOS = 1_000_000;

    private final StepContext context;
    private final Lane lane;
    private final Executor loop;
    private final NanoClock clock;
    private final RequestBody bodies;
    private final Deque<PlannedRequest> ahead = new ArrayDeque<>();
    private long aheadBytes;
    private volatile boolean cancelled;
    private volatile boolean failed;

    Dispatcher(StepContext context, Lane lane, Executor loop, NanoClock clock) {
        this.context = context;
        this.lane = lane;
        this.loop = loop;
        this.clock = clock;
        this.bodies = new RequestBody(
                context.spec().plan().api(),
                context.spec().target().model(),
                context.spec().plan().request());
    }

    /**
     * What a step sends.
     *
     * @param firstNumber number of its first request in the lane
     * @param startNanos when its schedule begins, by the run's clock
     */
    record StepContext(
            RunSpec spec, int step, long firstNumber, long startNanos, StepSchedule schedule, Workload workload) {}

    void cancel() {
        cancelled = true;
    }

    /** Whether it ended for want of a prompt; why is in the log. */
    boolean hasFailed() {
        return failed;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < context.schedule().size() && !cancelled; i++) {
                PlannedRequest planned = next(i);
                planAhead(i + 1 + ahead.size(), planned.dueNanos());
                waitUntil(planned.dueNanos());
                if (!cancelled) {
                    loop.execute(() -> lane.send(planned));
                }
            }
        } catch (Exception e) {
            failed = true;
            LOG.error("step {} could not be sent any further", context.step(), e);
        }
    }

    private PlannedRequest next(int index) {
        if (ahead.isEmpty()) {
            return plan(index);
        }
        PlannedRequest planned = ahead.remove();
        aheadBytes -= planned.call().sizeBytes();
        return planned;
    }

    /** While there is time: of many that are due at once, none should wait for the making of those before it. */
    private void planAhead(int fromIndex, long untilNanos) {
        int next = fromIndex;
        while (next < context.schedule().size()
                && aheadBytes < MOST_AHEAD_BYTES
                && untilNanos - clock.nanos() > PLAN_NANOS
                && !cancelled) {
            PlannedRequest planned = plan(next++);
            aheadBytes += planned.call().sizeBytes();
            ahead.add(planned);
        }
    }

    private PlannedRequest plan(int index) {
        RunSpec spec = context.spec();
        long number = context.firstNumber() + index;
        Prompt prompt = context.workload().next().prompt(List.of());
        byte[] body = bodies.bytes(new RequestBody.Ask(prompt.messages(), prompt.outputTokens(), prompt.exactOutput()));
        String id = spec.runId() + "-" + spec.lane() + "-" + number;
        return new PlannedRequest(
                number,
                context.step(),
                context.schedule().part(index),
                context.startNanos() + context.schedule().offsetNanos(index),
                prompt,
                new CallRequest(id, spec.plan().api(), body, expected(prompt)));
    }

    private CallRequest.Expected expected(Prompt prompt) {
        RequestPlan request = context.spec().plan().request();
        return new CallRequest.Expected(request.stream(), prompt.outputTokens(), request.choices());
    }

    private void waitUntil(long dueNanos) {
        long left = dueNanos - clock.nanos();
        while (left > 0 && !cancelled) {
            LockSupport.parkNanos(Math.min(left, LONGEST_PARK_NANOS));
            left = dueNanos - clock.nanos();
        }
    }
}
