package io.tidemark.producer.client;

/** Carries requests to the server over whatever connections that takes. Confined to the client's loop. */
public interface Transport extends AutoCloseable {
    void execute(Call call);

    /** Opens what so many requests at once would need beyond what is open; one that cannot be opened is left to the request that needs it. */
    void openAhead(int requests);

    /** Connections that {@link #openAhead} has begun to open. */
    int connectionsOpening();

    @Override
    void close();
}
