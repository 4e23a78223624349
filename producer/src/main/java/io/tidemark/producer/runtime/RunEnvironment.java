package io.tidemark.producer.runtime;

import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.producer.client.inprocess.InProcessServer;
import io.tidemark.producer.client.inprocess.VirtualTimeClient;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;
import java.util.List;
import java.util.stream.IntStream;

/** Where runs take place. Everything of a run that is not here is the same in real and in virtual time. */
public sealed interface RunEnvironment permits RunEnvironment.OverHttp, RunEnvironment.InVirtualTime {
    /** Real time, and a server over HTTP. */
    static RunEnvironment overHttp(NanoClock clock) {
        return new OverHttp(clock);
    }

    /** Virtual time, and a server in this process. The run's clocks must be those of {@code time}. */
    static RunEnvironment inVirtualTime(VirtualTime time, InProcessServer server) {
        return inVirtualTime(time, List.of(server));
    }

    /** The same with several servers, in the order of the run's targets. */
    static RunEnvironment inVirtualTime(VirtualTime time, List<? extends InProcessServer> servers) {
        return new InVirtualTime(time, List.copyOf(servers));
    }

    /** @param endpoints of the run's targets, in their order */
    LaneRuntime open(List<TargetEndpoint> endpoints, ClientOptions options);

    EventQueue eventQueue(int capacity, Publisher publisher);

    /** Whether code that was not compiled yet would show in the figures. */
    boolean needsWarmUp();

    /** See {@link #overHttp}. */
    record OverHttp(NanoClock clock) implements RunEnvironment {
        @Override
        public LaneRuntime open(List<TargetEndpoint> endpoints, ClientOptions options) {
            return new RealTimeRuntime(new StreamingClient(endpoints, options, clock), clock);
        }

        @Override
        public EventQueue eventQueue(int capacity, Publisher publisher) {
            return new DroppingEventQueue(capacity, publisher, clock);
        }

        @Override
        public boolean needsWarmUp() {
            return true;
        }
    }

    /** See {@link #inVirtualTime}. */
    record InVirtualTime(VirtualTime time, List<InProcessServer> servers) implements RunEnvironment {
        @Override
        public LaneRuntime open(List<TargetEndpoint> endpoints, ClientOptions options) {
            List<VirtualTimeClient.InProcessTarget> targets = IntStream.range(0, endpoints.size())
                    .mapToObj(at -> new VirtualTimeClient.InProcessTarget(servers.get(at), endpoints.get(at)))
                    .toList();
            return new VirtualTimeRuntime(time, new VirtualTimeClient(time, targets, options));
        }

        @Override
        public EventQueue eventQueue(int capacity, Publisher publisher) {
            return new BlockingEventQueue(publisher);
        }

        @Override
        public boolean needsWarmUp() {
            return false;
        }
    }
}
