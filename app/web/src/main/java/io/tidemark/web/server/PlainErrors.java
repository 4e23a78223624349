package io.tidemark.web.server;

import java.io.PrintWriter;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.jspecify.annotations.Nullable;

/** What Jetty refuses before a route sees it: one line of text, as the routes answer, unless the caller asks for HTML or JSON. Thread-safe. */
final class PlainErrors extends ErrorHandler {
    PlainErrors() {
        setDefaultResponseMimeType(MimeTypes.Type.TEXT_PLAIN.asString());
        setShowStacks(false);
    }

    @Override
    protected void writeErrorPlain(
            Request request, PrintWriter writer, int status, String message, @Nullable Throwable cause) {
        writer.write(message + "\n");
    }
}
