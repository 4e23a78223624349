package io.tidemark.producer.run;

import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.Endpoint;
import io.tidemark.producer.client.InProcessServer;
import io.tidemark.producer.client.StreamingClient;
import io.tidemark.producer.client.VirtualClient;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.VirtualTime;

/** Where runs take place. Everything of a run that is not here is the same in real and in virtual time. */
public sealed interface Venue permits Venue.OverHttp, Venue.InVirtualTime {
    /** Real time, and a server over HTTP. */
    static Venue overHttp(NanoClock clock) {
        return new OverHttp(clock);
    }

    /** Virtual time, and a server in this process. The run's clocks must be those of {@code time}. */
    static Venue inVirtualTime(VirtualTime time, InProcessServer server) {
        return new InVirtualTime(time, server);
    }

    Site open(Endpoint endpoint, ClientOptions options);

    Outlet outlet(int capacity, Publisher publisher);

    /** Whether code that was not compiled yet would show in the figures. */
    boolean warmsUp();

    /** See {@link #overHttp}. */
    record OverHttp(NanoClock clock) implements Venue {
        @Override
        public Site open(Endpoint endpoint, ClientOptions options) {
            return new RealSite(new StreamingClient(endpoint, options, clock));
        }

        @Override
        public Outlet outlet(int capacity, Publisher publisher) {
            return new LaneQueue(capacity, publisher);
        }

        @Override
        public boolean warmsUp() {
            return true;
        }
    }

    /** See {@link #inVirtualTime}. */
    record InVirtualTime(VirtualTime time, InProcessServer server) implements Venue {
        @Override
        public Site open(Endpoint endpoint, ClientOptions options) {
            return new VirtualSite(time, new VirtualClient(time, server, endpoint, options));
        }

        @Override
        public Outlet outlet(int capacity, Publisher publisher) {
            return new PatientOutlet(publisher);
        }

        @Override
        public boolean warmsUp() {
            return false;
        }
    }
}
