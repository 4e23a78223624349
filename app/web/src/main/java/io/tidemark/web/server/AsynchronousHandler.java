package io.tidemark.web.server;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Passes a request on later, on another thread than Jetty's, and so answers itself where Jetty would: what no handler takes, and what is thrown. */
abstract class AsynchronousHandler extends Handler.Wrapper {
    final void answer(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Exception e) {
            Response.writeError(request, response, callback, e);
        }
    }
}
