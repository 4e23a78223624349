package io.tidemark.producer.client;

import io.netty.channel.Channel;

/** Told how a connection comes about, on the client's loop. Ends with {@link #open} or {@link #failed}, once. */
interface Opening {
    void connecting(long nanos);

    void connected(long nanos, boolean tls);

    void secured(long nanos);

    /** Bytes can be exchanged; the pipeline has the stamp first and nothing that speaks HTTP yet. */
    void open(Channel channel, ReadStamp stamp);

    void failed(Ending ending);
}
