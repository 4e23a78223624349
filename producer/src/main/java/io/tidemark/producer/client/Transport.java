package io.tidemark.producer.client;

/** Carries requests to the server over whatever connections that takes. Confined to the client's loop. */
interface Transport extends AutoCloseable {
    void carry(Call call);

    @Override
    void close();
}
