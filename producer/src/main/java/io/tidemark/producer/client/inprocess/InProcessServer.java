package io.tidemark.producer.client.inprocess;

import java.util.Map;

/** A server in this process that answers in virtual time: what HTTP would carry, without the wire. */
public interface InProcessServer {
    /**
     * Takes a request, whose body is not to be changed. Delivers its answer in later events of virtual time, never before this returns.
     *
     * @return to be run when the client has disconnected and wants no more of the answer
     */
    Runnable handle(Head head, byte[] body, ResponseSink answer);

    /**
     * A request's head.
     *
     * @param headers by names in lower case
     */
    record Head(String path, Map<String, String> headers) {
        public Head {
            headers = Map.copyOf(headers);
        }
    }

    /** Takes an answer, in order: its head, parts of its body, its end. */
    interface ResponseSink {
        /** @param headers names to values */
        void head(int status, Map<String, String> headers);

        /** What one write carries; read at once. */
        void body(byte[] part);

        void end();

        /** The connection goes away in place of the rest. */
        void cut();

        /** In place of all: the connection is refused. */
        void unreachable();
    }
}
