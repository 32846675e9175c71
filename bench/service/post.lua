-- For wrk: every connection posts the same body. Arguments: file of the body, its Content-Type, the API key.
function init(arguments)
  local file = assert(io.open(arguments[1], "rb"))
  wrk.body = file:read("*a")
  file:close()
  wrk.method = "POST"
  wrk.headers["Content-Type"] = arguments[2]
  wrk.headers["X-API-Key"] = arguments[3]
end

-- One line that a program can read: requests, microseconds, answers that are no success, broken connections.
function done(summary)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("load %d %d %d %d\n", summary.requests, summary.duration, errors.status, broken))
end
