package io.tidemark.producer.client.http;

import io.netty.channel.Channel;
import io.tidemark.producer.openai.RequestOutcome;

/** Is notified of the progress of a connection attempt, on the client's loop. Ends with {@link #connectionOpened} or {@link #failed}, once. */
interface ConnectListener {
    void connecting(long nanos);

    void connected(long nanos, boolean tls);

    void tlsEstablished(long nanos);

    /** Bytes can be exchanged; the pipeline has the stamp first and nothing that speaks HTTP yet. */
    void connectionOpened(Channel channel, ReadTimestampHandler stamp);

    void failed(RequestOutcome ending);
}
