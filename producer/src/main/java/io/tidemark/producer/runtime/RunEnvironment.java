package io.tidemark.producer.runtime;

import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.producer.client.inprocess.InProcessServer;
import io.tidemark.producer.client.inprocess.VirtualTimeClient;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;

/** Where runs take place. Everything of a run that is not here is the same in real and in virtual time. */
public sealed interface RunEnvironment permits RunEnvironment.OverHttp, RunEnvironment.InVirtualTime {
    /** Real time, and a server over HTTP. */
    static RunEnvironment overHttp(NanoClock clock) {
        return new OverHttp(clock);
    }

    /** Virtual time, and a server in this process. The run's clocks must be those of {@code time}. */
    static RunEnvironment inVirtualTime(VirtualTime time, InProcessServer server) {
        return new InVirtualTime(time, server);
    }

    LaneRuntime open(TargetEndpoint endpoint, ClientOptions options);

    EventQueue eventQueue(int capacity, Publisher publisher);

    /** Whether code that was not compiled yet would show in the figures. */
    boolean needsWarmUp();

    /** See {@link #overHttp}. */
    record OverHttp(NanoClock clock) implements RunEnvironment {
        @Override
        public LaneRuntime open(TargetEndpoint endpoint, ClientOptions options) {
            return new RealTimeRuntime(new StreamingClient(endpoint, options, clock));
        }

        @Override
        public EventQueue eventQueue(int capacity, Publisher publisher) {
            return new DroppingEventQueue(capacity, publisher);
        }

        @Override
        public boolean needsWarmUp() {
            return true;
        }
    }

    /** See {@link #inVirtualTime}. */
    record InVirtualTime(VirtualTime time, InProcessServer server) implements RunEnvironment {
        @Override
        public LaneRuntime open(TargetEndpoint endpoint, ClientOptions options) {
            return new VirtualTimeRuntime(time, new VirtualTimeClient(time, server, endpoint, options));
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
